// The status that a client's card shows. Pure.
import { type DirectoryEntry, WAITING } from '../../../live/directory/use-directory'
import { reasonsOf, reasonText, toneOf } from '../attention/reason-text'

type Status = {
  text: string
  tone: string
  /** Whether the text contains how long the client has waited. */
  isWait: boolean
}

/** What an admin should know first: a missing sign-up, a reason for attention, or an inactive access; null if none. */
export function statusOf(entry: DirectoryEntry, now: number): Status | null {
  const { client, attention } = entry
  const isSnoozed = (attention?.snoozed_until ?? null) !== null
  const [reason] = isSnoozed ? [] : reasonsOf(entry)
  const texts = [
    ...(client.user_id === null ? ['Pending Account Setup'] : []),
    ...(reason === undefined ? [] : [reasonText(reason, now)]),
  ]
  const tone = toneOf(reason === undefined ? [] : [reason], now)
  if (texts.length > 0) return { text: texts.join(' · '), tone, isWait: reason?.code === WAITING }
  return client.subscription_status === 'inactive'
    ? { text: 'Inactive', tone: 'text-ink-2', isWait: false }
    : null
}
