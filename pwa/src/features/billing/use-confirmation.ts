// Has the server look at a finished checkout once there is a connection; its webhook may be late, or never come.
import { useEffect, useState } from 'react'

import { useLive } from '../../live/live'
import { noteCard } from './card-on-file'
import { confirmCheckout, type Paying } from './remote'

/** After so long, then twice as long, and so on: a page that was left open asks Stripe less and less. */
const AGAIN_MS = 2000
const AGAIN_MAX_MS = 60_000

/** How the person pays by the server's own look at the checkout; null until it has looked. */
export function useConfirmation(sessionId: string | null, online: boolean): Paying | null {
  const { userId } = useLive()
  const [paying, setPaying] = useState<Paying | null>(null)
  const [tries, setTries] = useState(0)
  const isDone = (paying?.subscription_status ?? null) !== null
  useEffect(() => {
    if (sessionId === null || !online || isDone) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    void confirmCheckout(sessionId).then((reply) => {
      if (gone) return
      if (reply.is === 'done') {
        setPaying(reply.value)
        if (reply.value.payment_method_last4 !== null) noteCard(userId)
      }
      const isFinal = reply.is === 'refused' && reply.code === 'client_not_found'
      if (!isFinal) timer = setTimeout(() => setTries(tries + 1), Math.min(AGAIN_MS * 2 ** tries, AGAIN_MAX_MS))
    })
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [sessionId, online, isDone, tries, userId])
  return paying
}
