// The route /auth/callback. Emails link to it, and identity providers redirect to it.
import { CallbackScreen } from '../../../features/auth'
import { paths } from '../../paths'

export default function AuthCallbackRoute() {
  return <CallbackScreen security={paths.security} signIn={paths.auth} />
}
