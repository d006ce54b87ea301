// The alert that the browser has removed the stored data, with the number of lost messages.
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/button'
import { type LostData, reportLostData } from './storage-cookie'

export default function LostAlert({ lost: { unsent }, className }: { lost: LostData; className: string }) {
  return (
    <Alert
      tone="warning"
      title="Your browser removed what was stored here"
      className={className}
      action={
        <Button size="sm" onClick={() => reportLostData(null)}>
          OK
        </Button>
      }
    >
      Everything that was sent is safe and loads again.
      {unsent > 0 &&
        ` ${unsent === 1 ? '1 message that had not been sent is' : `${unsent} messages that had not been sent are`} lost.`}
    </Alert>
  )
}
