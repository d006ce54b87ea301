// Public exports of the screens before the dashboard. All but the sign-in screen load lazily.
import { lazy } from 'react'

export { AuthScreen } from './auth-screen'
export const CallbackScreen = lazy(() => import('./callback/callback-screen'))
export const FirstPassword = lazy(() => import('./first-password/first-password'))
export const NewPassword = lazy(() => import('./new-password/new-password'))
