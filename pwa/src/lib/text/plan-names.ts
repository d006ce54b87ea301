// Names of the plans by tier.

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
