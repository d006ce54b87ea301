// Whether a person has a card on file, as far as this device knows; offline the last answer holds.
import { useEffect, useSyncExternalStore } from 'react'

import type { UserSubscriptionRow } from '../../../db/rows/billing'
import { makeStore } from '../../../lib/store'
import { useLive, useSyncStatus } from '../../../live/live'
import { sharedRows, type View } from '../../../live/view'

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
  const paying = usePaying()
  const confirmedFor = useSyncExternalStore(confirmed.subscribe, confirmed.get)
  const isInTheRow = paying.is === 'ready' && (paying.row?.payment_method_last4 ?? null) !== null
  useEffect(() => {
    if (isInTheRow) confirmed.set(null)
  }, [isInTheRow])
  if (role === 'admin' || isInTheRow || confirmedFor === userId) return 'on-file'
  if (role === null || paying.is !== 'ready') return 'unknown'
  return paying.row === null ? 'on-file' : 'missing'
}

/** How the signed-in person pays; null without a row. An admin who looks at a client's screens sees no row. */
export function usePaying(): View<{ row: UserSubscriptionRow | null }> {
  const { userId, isShared } = useLive()
  const own = useRow(userId)
  return isShared ? NO_ROW : own
}

const NO_ROW = { is: 'ready', row: null } as const

const useRow = sharedRows(
  (userId) => `u:${userId}`,
  async (replica, userId) => ({ row: (await replica.stripe_user_subscriptions.get(userId)) ?? null }),
  ({ row }) => row !== null,
)
