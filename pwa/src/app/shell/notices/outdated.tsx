// The notice that the server accepts only newer versions of the app.
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { applyUpdate } from '../../updates/updates'

export default function Outdated() {
  return (
    <Alert
      tone="warning"
      title="This version is too old"
      className="m-3"
      action={
        <Button size="sm" onClick={() => void applyUpdate()}>
          Update
        </Button>
      }
    >
      Update to go on. Drafts and waiting messages stay on this device.
    </Alert>
  )
}
