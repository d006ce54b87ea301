// The address /auth/callback: mails and providers lead back to it.
import { CallbackScreen } from '../../../features/auth'
import { paths } from '../../paths'

export default function AuthCallbackRoute() {
  return <CallbackScreen security={paths.security} door={paths.auth} />
}
