// Billing's parts of the dashboard, in one chunk.
export { SubscriptionAlert } from './subscription/alert'
export { SubscriptionCard } from './subscription/card'
