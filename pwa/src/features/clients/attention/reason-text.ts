// Text of a reason for attention, with its age if it has a start time. Pure.
import type { AttentionReason } from '../../../db/rows/admin'

/** Reasons whose text reads better with the age in the sentence than the server's name of the reason. */
const SENTENCES: Record<string, string> = { unread: 'Waiting', unreached: 'Not reached for' }

/** `Waiting 2 days`, `score −12`; ages in minutes, hours, then days. */
export function reasonText({ code, text, since }: AttentionReason, now: number): string {
  return since === null ? text : `${SENTENCES[code] ?? text} ${age(now - Date.parse(since))}`
}

function age(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  const hours = Math.floor(minutes / 60)
  if (minutes < 60) return `${minutes} min`
  // Rounded from a day on: nobody thinks of 47 hours as one day.
  return hours < 24 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
