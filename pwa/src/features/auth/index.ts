// The front door of the screens before the dashboard; only sign-in and sign-up load at once.
import { lazy } from 'react'

export { AuthScreen } from './auth-screen'
export const CallbackScreen = lazy(() => import('./callback/callback-screen'))
export const FirstPassword = lazy(() => import('./first-password/first-password'))
export const NewPassword = lazy(() => import('./new-password/new-password'))
