// The reasons why a client needs attention, and their texts. Pure.
import type { AttentionReason } from '../../../db/rows/admin'
import { durationText } from '../../../lib/text/days'
import { type DirectoryEntry, WAITING, waitsSince, waitTone } from '../../../live/directory/use-directory'

/** Reasons whose text reads better with the age in the sentence than the server's name of the reason. */
const SENTENCES: Record<string, string> = { [WAITING]: 'Waiting', unreached: 'Not reached for' }

/**
 * The client's reasons, most points first. Whether the client waits comes from `waitsSince`, as on all screens,
 * because it knows of answers that the server has not counted yet.
 */
export function reasonsOf(entry: DirectoryEntry): readonly AttentionReason[] {
  const stored = entry.attention?.reasons ?? []
  const others = stored.filter(({ code }) => code !== WAITING)
  const since = waitsSince(entry)
  if (since === null) return others
  const points = stored.find(({ code }) => code === WAITING)?.points ?? 0
  return [{ code: WAITING, points, text: 'waiting', since }, ...others].sort(
    (one, other) => other.points - one.points,
  )
}

/** `Waiting 2 days`, `score −12`; ages in minutes, hours, then days. */
export function reasonText({ code, text, since }: AttentionReason, now: number): string {
  return since === null ? text : `${SENTENCES[code] ?? text} ${durationText(now - Date.parse(since))}`
}

/** Class of the colour in which reasons are shown on one line. */
export function toneOf(reasons: readonly AttentionReason[], now: number): 'text-warn' | 'text-bad' {
  const wait = reasons.find(({ code }) => code === WAITING)?.since ?? null
  return wait !== null && waitTone(wait, now) === 'bad' ? 'text-bad' : 'text-warn'
}
