// Whether the user has a card on file, as far as this device knows. Offline, the last stored state counts.
import { useEffect, useSyncExternalStore } from 'react'

import type { UserSubscriptionRow } from '../../db/rows/billing'
import { userStream } from '../../db/streams'
import { makeStore } from '../../lib/store'
import { useLive, useSyncStatus } from '../../live/live'
import { sharedRows, type View } from '../../live/view'

export type CardOnFile =
  | 'unknown'
  | 'missing'
  /** There is a card, or none is needed: for admins, and where payments are not set up. */
  | 'on-file'

/** The id of the user whose card the server has just confirmed; their row may arrive later. */
const confirmedUser = makeStore<string | null>(null)

/** Remembers that the server has confirmed a card of this user. */
export function markCardConfirmed(userId: string): void {
  confirmedUser.set(userId)
}

export function useCardOnFile(): CardOnFile {
  const { role } = useSyncStatus()
  const { userId } = useLive()
  const subscription = useOwnSubscription()
  const confirmedUserId = useSyncExternalStore(confirmedUser.subscribe, confirmedUser.get)
  const hasStoredCard =
    subscription.is === 'ready' && (subscription.row?.payment_method_last4 ?? null) !== null
  useEffect(() => {
    if (hasStoredCard) confirmedUser.set(null)
  }, [hasStoredCard])
  if (role === 'admin' || hasStoredCard || confirmedUserId === userId) return 'on-file'
  if (role === null || subscription.is !== 'ready') return 'unknown'
  return subscription.row === null ? 'on-file' : 'missing'
}

/**
 * The signed-in user's subscription and card; `row` is null if there is none. It is always null for an admin
 * who views a client's screens.
 */
export function useOwnSubscription(): View<{ row: UserSubscriptionRow | null }> {
  const { userId, isShared } = useLive()
  const own = useRow(userId)
  return isShared ? NO_ROW : own
}

const NO_ROW = { is: 'ready', row: null } as const

const useRow = sharedRows(
  userStream,
  async (replica, userId) => ({ row: (await replica.stripe_user_subscriptions.get(userId)) ?? null }),
  ({ row }) => row !== null,
)
