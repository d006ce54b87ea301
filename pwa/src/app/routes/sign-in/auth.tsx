// The route /auth.
export { AuthScreen as default } from '../../../features/auth'
