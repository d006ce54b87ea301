// The address /auth/callback, to which mails link and identity providers redirect.
import { CallbackScreen } from '../../../features/auth'
import { paths } from '../../paths'

export default function AuthCallbackRoute() {
  return <CallbackScreen security={paths.security} signIn={paths.auth} />
}
