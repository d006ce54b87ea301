// The front door of billing: the card page, the way back from checkout, the subscription, and what guards ask.
import { lazy } from 'react'

import { afterPicture } from '../../lib/first-picture'
import { piece } from '../../lib/piece'
import { soon } from '../../ui/soon'

export { useCardOnFile, usePaying } from './card-on-file'
// The shell asks here for its guard: what a screen or the banner needs comes with them.
export const AddCardScreen = lazy(() => import('./add-card-screen'))
export const CheckoutSuccessScreen = lazy(() => import('./checkout-success-screen'))
export const homeParts = piece(() => import('./home-parts'))
export const SubscriptionAlert = soon(homeParts, (it) => it.SubscriptionAlert)
export const SubscriptionCard = soon(homeParts, (it) => it.SubscriptionCard)
export const SubscriptionsScreen = lazy(() => import('./subscriptions-screen'))
export const TrialBanner = lazy(afterPicture(() => import('./trial-banner')))
