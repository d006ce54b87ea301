// The emailed code that proves the user's identity: sent on request, and again after a pause.
import { useState } from 'react'

import { type Submit, useSubmit } from '../../../ui/form/use-submit'
import { useCountdown } from '../../../ui/hooks/use-countdown'
import { sendIdentityCode } from '../actions'

export interface MailedCode {
  /** Emails a code; does nothing during the pause. */
  sending: Submit
  /** How many codes this component has emailed. */
  times: number
  /** Seconds until another code can be emailed. */
  left: number
}

export function useMailedCode(onSent: () => void): MailedCode {
  const [left, wait] = useCountdown(0)
  const [times, setTimes] = useState(0)
  const sending = useSubmit(async () => {
    if (left > 0) return null
    const sent = await sendIdentityCode()
    if ('wrong' in sent) return sent.wrong
    wait(sent.wait)
    setTimes((before) => before + 1)
    onSent()
    return null
  })
  return { sending, times, left }
}
