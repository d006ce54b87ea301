// What billing has on the dashboard, in one piece.
export { SubscriptionAlert } from './subscription/alert'
export { SubscriptionCard } from './subscription/card'
