// The note that another app shared content with this app while no user was signed in.
import { Alert } from '../../ui/feedback/alert'

export default function ShareNote() {
  return (
    <Alert tone="warning" className="mb-5" title="Sign in, then share it again">
      What you shared was not stored, because nobody was signed in on this device.
    </Alert>
  )
}
