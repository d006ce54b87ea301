// A website's scores as points in time. A failed scan is a gap, not a zero.

export type Point =
  | { is: 'score'; id: string; at: string; score: number }
  /** The scan failed, or its result has no score. */
  | { is: 'gap'; id: string; at: string; reason: 'failed' | 'incomplete' }

export const GAP_TEXT = { failed: 'Scan failed', incomplete: 'Incomplete result' }
