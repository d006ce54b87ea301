// The front door of billing: the card page, the way back from checkout, the subscription, and what guards ask.
export { AddCardScreen } from './add-card-screen'
export { useCardOnFile, usePaying } from './card-on-file'
export { CheckoutSuccessScreen } from './checkout-success-screen'
export { SubscriptionsScreen } from './subscriptions-screen'
export { TrialBanner } from './trial-banner'
