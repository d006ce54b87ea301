// Public interface of billing: the card page, the checkout result, the subscription, and the state for route
// guards.
import { lazy } from 'react'

import { afterFirstPaint } from '../../lib/first-paint'
import { lazyModule } from '../../lib/lazy-module'
import { lazyComponent } from '../../ui/lazy-component'

export { useCardOnFile, useOwnSubscription } from './card-on-file'
// The app shell imports its guard from this file, so screens and banner are lazy.
export const AddCardScreen = lazy(() => import('./card/add-card-screen'))
export const CheckoutSuccessScreen = lazy(() => import('./checkout/success-screen'))
export const homeParts = lazyModule(() => import('./home-parts'))
export const SubscriptionAlert = lazyComponent(homeParts, (it) => it.SubscriptionAlert)
export const SubscriptionCard = lazyComponent(homeParts, (it) => it.SubscriptionCard)
export const SubscriptionsScreen = lazy(() => import('./subscription/subscriptions-screen'))
export const TrialBanner = lazy(afterFirstPaint(() => import('./subscription/trial-banner')))
