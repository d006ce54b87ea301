// The emailed code that proves the user's identity: sent on request, and again after a pause.
import { useState } from 'react'

import { type Submit, useSubmit } from '../../../ui/form/use-submit'
import { useCountdown } from '../../../ui/hooks/use-countdown'
import { sendIdentityCode } from '../actions'

export interface MailedCode {
  /** The state of the request for a code. `submit` emails one; it does nothing during the pause. */
  sending: Submit
  /** How many codes this component has emailed. */
  sentCount: number
  /** Seconds until another code can be emailed. */
  secondsLeft: number
}

export function useMailedCode(onSent: () => void): MailedCode {
  const [secondsLeft, startCountdown] = useCountdown(0)
  const [sentCount, setSentCount] = useState(0)
  const sending = useSubmit(async () => {
    if (secondsLeft > 0) return null
    const sent = await sendIdentityCode()
    if ('error' in sent) return sent.error
    startCountdown(sent.secondsToWait)
    setSentCount((before) => before + 1)
    onSent()
    return null
  })
  return { sending, sentCount, secondsLeft }
}
