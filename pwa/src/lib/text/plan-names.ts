// Names of the plans by tier, and of the states of a subscription.

const NAMES: Record<string, string> = {
  basic: 'Starter Plan',
  pro: 'Professional Plan',
  enterprise: 'Enterprise Plan',
}

export const TIER_OPTIONS = Object.entries(NAMES)

/** The plan's name; `Basic Plan` for an unknown tier. */
export function planName(tier: string): string {
  return Object.hasOwn(NAMES, tier) ? (NAMES[tier] ?? 'Basic Plan') : 'Basic Plan'
}

const STATES: Record<string, string> = {
  trialing: 'Free Trial',
  active: 'Paying',
  past_due: 'Past Due',
  unpaid: 'Unpaid',
  canceled: 'Canceled',
  incomplete: 'Incomplete',
}

/**
 * The text for the state of a client's Stripe subscription. An unknown state is shown as Stripe names it.
 * Null means that there is no subscription.
 */
export function billingText(status: string | null): string {
  return status === null ? 'No billing' : (STATES[status] ?? status)
}

/** Whether a payment is missing. */
export function isLate(status: string | undefined): boolean {
  return status === 'past_due' || status === 'unpaid'
}
