// Names of the plans by tier, and labels of a subscription's status.

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

const LABELS: Record<string, string> = {
  active: 'Active',
  trialing: 'Free Trial',
  past_due: 'Past Due',
  unpaid: 'Unpaid',
  canceled: 'Canceled',
  incomplete: 'Incomplete',
}

/** The label of a Stripe subscription's status. A status that this build does not know is shown in words. */
export function subscriptionText(status: string): string {
  const words = status.replaceAll('_', ' ')
  return (Object.hasOwn(LABELS, status) && LABELS[status]) || words.charAt(0).toUpperCase() + words.slice(1)
}

/** What an admin reads of a client's Stripe subscription, beside the access. Null means that there is none. */
export function billingText(status: string | null): string {
  return status === null ? 'No billing' : `Billing: ${subscriptionText(status)}`
}

/** Whether a payment is missing. */
export function isLate(status: string | undefined): boolean {
  return status === 'past_due' || status === 'unpaid'
}
