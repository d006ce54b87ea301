// The notice that this browser cannot store data.
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'

export default function MemoryNotice() {
  return (
    <Alert
      tone="warning"
      title="This browser is not storing anything"
      className="m-3"
      action={
        <Button size="sm" onClick={() => location.reload()}>
          Try Again
        </Button>
      }
    >
      You can read and write while you are connected. Nothing stays on this device when you close this page,
      and without a connection no message can be sent.
    </Alert>
  )
}
