// Text of a reason for attention, with its age if it has a start time. Pure.
import type { AttentionReason } from '../../../db/rows/admin'
import { durationText } from '../../../lib/text/days'

/** Reasons whose text reads better with the age in the sentence than the server's name of the reason. */
const SENTENCES: Record<string, string> = { unread: 'Waiting', unreached: 'Not reached for' }

/** `Waiting 2 days`, `score −12`; ages in minutes, hours, then days. */
export function reasonText({ code, text, since }: AttentionReason, now: number): string {
  return since === null ? text : `${SENTENCES[code] ?? text} ${durationText(now - Date.parse(since))}`
}
