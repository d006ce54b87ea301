// The front door of billing: the card page, the way back from checkout, the subscription, and what guards ask.
import { lazy } from 'react'

export { useCardOnFile, usePaying } from './card-on-file'
// The shell asks here for its guard: what a screen or the banner needs comes with them.
export const AddCardScreen = lazy(async () => ({ default: (await import('./add-card-screen')).AddCardScreen }))
export const CheckoutSuccessScreen = lazy(async () => ({ default: (await import('./checkout-success-screen')).CheckoutSuccessScreen }))
export const loadHomeParts = () => import('./home-parts')
export const SubscriptionAlert = lazy(async () => ({ default: (await loadHomeParts()).SubscriptionAlert }))
export const SubscriptionCard = lazy(async () => ({ default: (await loadHomeParts()).SubscriptionCard }))
export const SubscriptionsScreen = lazy(async () => ({ default: (await import('./subscriptions-screen')).SubscriptionsScreen }))
export const TrialBanner = lazy(async () => ({ default: (await import('./trial-banner')).TrialBanner }))
