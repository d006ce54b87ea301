// Text of a reason for attention, with its age if it has a start time. Pure.
import type { AttentionReason } from '../../../db/rows/admin'

/** `unread 5 h`, `score −12`; ages in minutes, hours, then days. */
export function reasonText({ text, since }: AttentionReason, now: number): string {
  return since === null ? text : `${text} ${age(now - Date.parse(since))}`
}

function age(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}
