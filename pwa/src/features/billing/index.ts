// The front door of billing: the card page, the way back from checkout, the subscription, and what guards ask.
import { lazy } from 'react'

export { useCardOnFile, usePaying } from './card-on-file'
export { TrialBanner } from './trial-banner'
// The shell asks here for its guard and its banner: what a screen needs comes with the screen.
export const AddCardScreen = lazy(async () => ({ default: (await import('./add-card-screen')).AddCardScreen }))
export const CheckoutSuccessScreen = lazy(async () => ({ default: (await import('./checkout-success-screen')).CheckoutSuccessScreen }))
export const SubscriptionsScreen = lazy(async () => ({ default: (await import('./subscriptions-screen')).SubscriptionsScreen }))
