// The address /auth.
export { AuthScreen as default } from '../../../features/auth'
