// Makes the server read a finished checkout from Stripe, because the webhook may be late or never arrive.
import { useEffect, useState } from 'react'

import { useLive } from '../../../live/live'
import { markCardConfirmed } from '../card-on-file'
import { confirmCheckout, type Subscription } from '../remote'

/** Delay of the first retry in ms. It doubles each time, so that a page that stays open causes few requests to Stripe. */
const RETRY_MS = 2000
const RETRY_MAX_MS = 60_000

/** Normally the payment arrives long before this time. After it, the page shows what to do. */
const LATE_MS = 30_000

/** Error codes after which a retry cannot succeed. */
const NO_SUCH_CHECKOUT: ReadonlySet<string> = new Set(['client_not_found', 'payments_not_set_up'])

export type Confirmation = {
  /** The subscription that the server has read from Stripe; null until it has responded. */
  subscription: Subscription | null
  /** `late`: nothing after 30 s online; `unknown`: there is no such checkout of this user. */
  state: 'waiting' | 'late' | 'unknown'
}

export function useConfirmation(sessionId: string | null, online: boolean): Confirmation {
  const { userId } = useLive()
  const [subscription, setSubscription] = useState<Subscription | null>(null)
  const [state, setState] = useState<Confirmation['state']>('waiting')
  const [attempts, setAttempts] = useState(0)
  const isDone = (subscription?.subscription_status ?? null) !== null
  useEffect(() => {
    if (sessionId === null || !online || isDone) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCancelled = false
    void confirmCheckout(sessionId).then((reply) => {
      if (isCancelled) return
      if (reply.is === 'done') {
        setSubscription(reply.value)
        if (reply.value.payment_method_last4 !== null) markCardConfirmed(userId)
      }
      const isFinal = reply.is === 'rejected' && NO_SUCH_CHECKOUT.has(reply.code)
      if (isFinal) setState('unknown')
      else
        timer = setTimeout(() => setAttempts(attempts + 1), Math.min(RETRY_MS * 2 ** attempts, RETRY_MAX_MS))
    })
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [sessionId, online, isDone, attempts, userId])
  useEffect(() => {
    if (!online || isDone) return
    const timer = setTimeout(() => setState((before) => (before === 'waiting' ? 'late' : before)), LATE_MS)
    return () => clearTimeout(timer)
  }, [online, isDone])
  return { subscription, state }
}
