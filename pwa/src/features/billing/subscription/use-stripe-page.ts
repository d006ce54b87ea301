// Redirects to Stripe's pages: checkout and customer portal.
import { useEffect, useEffectEvent, useState } from 'react'

import { createCheckout, createPortalSession, type Reply } from '../remote'

const CLIENT_NOT_FOUND = 'Client not found'
/** The time to read why there is no second checkout, before the portal opens. */
const READING_MS = 5000

export interface StripeRedirect {
  /** The redirect that is being prepared: a price's id for a checkout, `portal`, or null. */
  pendingTarget: string | null
  problem: string | null
  /** Whether the last checkout was rejected because the client has an active subscription. */
  isSubscribed: boolean
  checkout(priceId: string): Promise<void>
  portal(): Promise<void>
}

/**
 * Redirects as soon as the address has arrived. A client with an active subscription gets the portal instead
 * of a second checkout, after enough time to read the reason.
 */
export function useStripeRedirect(clientId: string | null): StripeRedirect {
  const [pendingTarget, setPendingTarget] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSubscribed, setSubscribed] = useState(false)
  // After Back from Stripe, the browser may show this page as it was left.
  useEffect(() => {
    const reset = ({ persisted }: PageTransitionEvent) => {
      // The event of the first load can come during a request.
      if (!persisted) return
      setPendingTarget(null)
      setSubscribed(false)
    }
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [])
  const portalOf = (): Promise<Reply<string>> =>
    clientId === null
      ? Promise.resolve({ is: 'rejected', code: 'client_not_found', message: CLIENT_NOT_FOUND })
      : createPortalSession(clientId)
  const redirectTo = async (target: string, request: () => Promise<Reply<string>>) => {
    setPendingTarget(target)
    setProblem(null)
    const reply = await request()
    if (reply.is === 'done') {
      location.assign(reply.value)
    } else {
      const hasSubscription = reply.code === 'already_subscribed'
      setPendingTarget(null)
      setSubscribed(hasSubscription)
      setProblem(hasSubscription ? null : reply.message)
    }
  }
  const portal = () => redirectTo('portal', portalOf)
  const isReading = isSubscribed && pendingTarget === null
  const openPortal = useEffectEvent(() => void portal())
  useEffect(() => {
    if (!isReading) return
    const timer = setTimeout(openPortal, READING_MS)
    return () => clearTimeout(timer)
  }, [isReading])
  return {
    pendingTarget,
    problem,
    isSubscribed,
    checkout: (priceId) => redirectTo(priceId, () => createCheckout(priceId)),
    portal,
  }
}
