// Statuses of Stripe subscriptions, from platform/billing/stripe_types.py.
// `make contracts` generates this file (platform/config/typescript.py).

/** A subscription with one of these is managed in the portal and not bought again. */
export const ONGOING = [
  "active",
  "incomplete",
  "past_due",
  "paused",
  "trialing",
  "unpaid"
] as const
