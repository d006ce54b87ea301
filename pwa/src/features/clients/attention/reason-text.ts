// The reasons why a client needs attention, and their texts. Pure.
import type { AttentionReason } from '../../../db/rows/admin'
import { durationText } from '../../../lib/text/days'
import { type DirectoryEntry, WAITING, waitsSince, waitTone } from '../../../live/directory/use-directory'

/** The beginnings of texts that continue with the reason's age; other reasons use the server's text. */
const SENTENCES: Record<string, string> = { [WAITING]: 'Waiting', unreached: 'Not reached for' }

/**
 * The client's reasons, most points first. As on all screens, `waitsSince` decides whether the client waits,
 * because it includes answers that the server has not counted yet.
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

/** `Waiting 2 days`, `score −12`; the age is in minutes, hours or days. */
export function reasonText({ code, text, since }: AttentionReason, now: number): string {
  return since === null ? text : `${SENTENCES[code] ?? text} ${durationText(now - Date.parse(since))}`
}

/** CSS class with the colour of the reasons' line: bad if the client has waited for a day or more. */
export function toneOf(reasons: readonly AttentionReason[], now: number): 'text-warn' | 'text-bad' {
  const wait = reasons.find(({ code }) => code === WAITING)?.since ?? null
  return wait !== null && waitTone(wait, now) === 'bad' ? 'text-bad' : 'text-warn'
}
