// What a client's tier is called.

const NAMES: Record<string, string> = {
  basic: 'Starter Plan',
  pro: 'Professional Plan',
  enterprise: 'Enterprise Plan',
}

export const TIER_OPTIONS = Object.entries(NAMES)

/** The plan's name; any tier this build does not know is the Basic Plan. */
export function planName(tier: string): string {
  return Object.hasOwn(NAMES, tier) ? (NAMES[tier] ?? 'Basic Plan') : 'Basic Plan'
}
