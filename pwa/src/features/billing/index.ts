// Public interface of billing: the card page, the checkout result, the subscription, and the state for route
// guards.
import { lazy } from 'react'

import { afterPicture } from '../../lib/first-paint'
import { piece } from '../../lib/lazy-module'
import { soon } from '../../ui/lazy-component'

export { useCardOnFile, usePaying } from './card/card-on-file'
// The app shell imports its guard from this file, so screens and banner are lazy.
export const AddCardScreen = lazy(() => import('./card/add-card-screen'))
export const CheckoutSuccessScreen = lazy(() => import('./checkout/success-screen'))
export const homeParts = piece(() => import('./home-parts'))
export const SubscriptionAlert = soon(homeParts, (it) => it.SubscriptionAlert)
export const SubscriptionCard = soon(homeParts, (it) => it.SubscriptionCard)
export const SubscriptionsScreen = lazy(() => import('./subscription/subscriptions-screen'))
export const TrialBanner = lazy(afterPicture(() => import('./subscription/trial-banner')))
