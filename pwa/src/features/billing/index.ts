// The front door of billing: the card page, the way back from checkout, the subscription, and what guards ask.
import { lazy } from 'react'

export { useCardOnFile, usePaying } from './card-on-file'
// The shell asks here for its guard: what a screen or the banner needs comes with them.
export const AddCardScreen = lazy(() => import('./add-card-screen'))
export const CheckoutSuccessScreen = lazy(() => import('./checkout-success-screen'))
export const loadHomeParts = () => import('./home-parts')
export const SubscriptionAlert = lazy(async () => ({ default: (await loadHomeParts()).SubscriptionAlert }))
export const SubscriptionCard = lazy(async () => ({ default: (await loadHomeParts()).SubscriptionCard }))
export const SubscriptionsScreen = lazy(() => import('./subscriptions-screen'))
export const TrialBanner = lazy(() => import('./trial-banner'))
