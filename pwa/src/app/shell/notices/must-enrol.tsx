// The notice that admins need a second factor on this installation.
import { Alert } from '../../../ui/feedback/alert'

export default function MustEnrol() {
  return (
    <Alert tone="warning" title="Admins sign in with a second factor" className="m-3">
      Set it up here to go on: until then nothing else opens.
    </Alert>
  )
}
