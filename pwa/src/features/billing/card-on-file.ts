// Whether a person has a card on file, as far as this device knows; offline the last answer holds.
import { useEffect, useSyncExternalStore } from 'react'

import type { UserSubscriptionRow } from '../../db/paying-rows'
import { makeStore } from '../../lib/store'
import { noted, shared, useLive, useSyncStatus } from '../../live/live'

export type CardOnFile =
  | 'unknown'
  | 'missing'
  /** Or none is asked for: of admins, and where payments are not set up. */
  | 'on-file'

/** Whose card the server has just confirmed; their row may be a moment behind. */
const confirmed = makeStore<string | null>(null)

/** The server's answer says that this person has a card. */
export function noteCard(userId: string): void {
  confirmed.set(userId)
}

export function useCardOnFile(): CardOnFile {
  const { role } = useSyncStatus()
  const { userId } = useLive()
  const confirmedFor = useSyncExternalStore(confirmed.subscribe, confirmed.get)
  const known = useRow(userId)
  const isInTheRow = (known?.row?.payment_method_last4 ?? null) !== null
  useEffect(() => {
    if (isInTheRow) confirmed.set(null)
  }, [isInTheRow])
  if (role === 'admin' || isInTheRow || confirmedFor === userId) return 'on-file'
  if (role === null || known === undefined) return 'unknown'
  if (known.row === undefined) return known.isLoaded ? 'on-file' : 'unknown'
  return 'missing'
}

/** How the signed-in person pays; undefined until it is read, null without a row. */
export function usePaying(): UserSubscriptionRow | null | undefined {
  const known = useRow(useLive().userId)
  return known && (known.row ?? null)
}

const [useRow] = shared(async (replica, userId) => {
  const [row, stream] = await Promise.all([noted(replica.stripe_user_subscriptions.get(userId)), noted(replica.streams.get(`u:${userId}`))])
  return { row, isLoaded: stream?.mode === 'ready' }
})
