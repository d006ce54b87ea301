// The mailed code that proves a user again: sent when they ask for it, and once more after a pause.
import { useState } from 'react'

import { type Submit, useSubmit } from '../../../ui/form/use-submit'
import { useWait } from '../../../ui/hooks/use-countdown'
import { sendIdentityCode } from '../actions'

export interface MailedCode {
  /** Mails a code; does nothing during the pause. */
  sending: Submit
  /** How often a code was mailed here. */
  times: number
  /** Seconds until another code can be mailed. */
  left: number
}

export function useMailedCode(onSent: () => void): MailedCode {
  const [left, wait] = useWait(0)
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
