// Sends a client's weekly email to the signed-in admin, never to the client.
import { Send } from 'lucide-react'

import { Button } from '../../ui/button'
import { Alert } from '../../ui/feedback/alert'
import { useWeeklyTest } from './use-weekly-test'

export function WeeklyTest({ clientId }: { clientId: string }) {
  const { sending, send } = useWeeklyTest(clientId)
  return (
    <div className="flex flex-col gap-2">
      <Button
        className="w-full"
        icon={<Send size={16} aria-hidden="true" />}
        busy={sending.is === 'busy'}
        onClick={() => void send()}
      >
        Send me a test
      </Button>
      {sending.is === 'failed' && <Alert>{sending.error}</Alert>}
      <p role="status" className="text-sm text-ink-3">
        {sending.is === 'sent'
          ? `Sent to ${sending.to}.`
          : 'It goes to your address only, not to the client.'}
      </p>
    </div>
  )
}
