// Hook that sends a client's weekly email to the signed-in admin.
import { useState } from 'react'

import { sendTestMail } from './remote'

type Sending = { is: 'idle' | 'busy' } | { is: 'sent'; to: string } | { is: 'failed'; error: string }

export function useWeeklyTest(clientId: string): { sending: Sending; send: () => Promise<void> } {
  const [sending, setSending] = useState<Sending>({ is: 'idle' })
  const send = async () => {
    setSending({ is: 'busy' })
    const reply = await sendTestMail(clientId)
    setSending('to' in reply ? { is: 'sent', to: reply.to } : { is: 'failed', error: reply.error })
  }
  return { sending, send }
}
