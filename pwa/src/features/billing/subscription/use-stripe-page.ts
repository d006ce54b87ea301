// Redirects to Stripe's pages: checkout and customer portal.
import { useEffect, useEffectEvent, useState } from 'react'

import { createCheckout, createPortalSession, type Reply } from '../remote'

const CLIENT_NOT_FOUND = 'Client not found'
const READING_MS = 5000

export interface StripeRedirect {
  /** The redirect that is being prepared: a price's id, `portal`, or null. */
  to: string | null
  problem: string | null
  /** The last checkout was rejected because the client has an active subscription. */
  isSubscribed: boolean
  checkout(priceId: string): Promise<void>
  portal(): Promise<void>
}

/**
 * Redirects as soon as the address has arrived. A client with an active subscription gets the portal instead
 * of a second checkout, after enough time to read the reason.
 */
export function useStripeRedirect(clientId: string | null): StripeRedirect {
  const [to, setTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSubscribed, setSubscribed] = useState(false)
  const portalOf = (): Promise<Reply<string>> =>
    clientId === null
      ? Promise.resolve({ is: 'rejected', code: 'client_not_found', message: CLIENT_NOT_FOUND })
      : createPortalSession(clientId)
  const go = async (name: string, request: () => Promise<Reply<string>>) => {
    setTo(name)
    setProblem(null)
    const reply = await request()
    if (reply.is === 'done') {
      location.assign(reply.value)
    } else {
      const hasSubscription = reply.code === 'already_subscribed'
      setTo(null)
      setSubscribed(hasSubscription)
      setProblem(hasSubscription ? null : reply.message)
    }
  }
  const portal = () => go('portal', portalOf)
  const isReading = isSubscribed && to === null
  const hasRead = useEffectEvent(() => void portal())
  useEffect(() => {
    if (!isReading) return
    const timer = setTimeout(hasRead, READING_MS)
    return () => clearTimeout(timer)
  }, [isReading])
  return {
    to,
    problem,
    isSubscribed,
    checkout: (priceId) => go(priceId, () => createCheckout(priceId)),
    portal,
  }
}
