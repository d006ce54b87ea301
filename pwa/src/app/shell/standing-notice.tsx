// Says above every screen what only the person can solve: an update, or an account that lost its access.
import { useSyncStatus } from '../../live/live'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { takeUpdate } from '../updates'

export function StandingNotice() {
  const { link } = useSyncStatus()
  if (link.is === 'outdated') {
    return (
      <Alert
        tone="warning"
        title="This version is too old"
        className="m-3"
        action={
          <Button size="sm" onClick={() => void takeUpdate()}>
            Update
          </Button>
        }
      >
        Update to go on. Drafts and waiting messages stay on this device.
      </Alert>
    )
  }
  if (link.is === 'locked') {
    return (
      <Alert title="This account has no access any more" className="m-3">
        Please contact support. Messages you have not sent stay on this device.
      </Alert>
    )
  }
  return null
}
