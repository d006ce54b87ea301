// The front door of the sign-in and sign-up screens.
export { AuthScreen } from './auth-screen'
