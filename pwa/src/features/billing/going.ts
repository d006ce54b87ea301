// The ways out to Stripe's own pages: to subscribe, and to manage a subscription.
import { useState } from 'react'

import { askForCheckout, askForPortal, type Reply } from './remote'

const CLIENT_NOT_FOUND = 'Client not found'

export interface Going {
  /** Which way is being prepared: a price's id, `portal`, or null. */
  to: string | null
  problem: string | null
  checkout(priceId: string): Promise<void>
  portal(): Promise<void>
}

/** The page leaves when the address is there. Whoever has a subscription that lives is sent to the portal instead. */
export function useGoing(clientId: string | null): Going {
  const [to, setTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const portalOf = (): Promise<Reply<string>> =>
    clientId === null
      ? Promise.resolve({ is: 'refused', code: 'client_not_found', message: CLIENT_NOT_FOUND })
      : askForPortal(clientId)
  const go = async (name: string, ask: () => Promise<Reply<string>>) => {
    setTo(name)
    setProblem(null)
    const reply = await ask()
    if (reply.is === 'done') {
      location.assign(reply.value)
    } else {
      setTo(null)
      setProblem(reply.message)
    }
  }
  return {
    to,
    problem,
    checkout: (priceId) =>
      go(priceId, async () => {
        const reply = await askForCheckout(priceId)
        return reply.is === 'refused' && reply.code === 'already_subscribed' ? portalOf() : reply
      }),
    portal: () => go('portal', portalOf),
  }
}
