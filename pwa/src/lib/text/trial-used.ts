// What is said where no free trial can be given, in the app and on the pricing page.

/** Why not: the card on file has had one, or the person has, with another card. */
export type TrialUsed = 'card' | 'person'

export const TRIAL_USED: Record<TrialUsed, string> = {
  card: 'This card has already had its free trial',
  person: 'You have already had your free trial',
}

/** The button's words: `Start for $99 / month`. */
export function startText(price: string, interval: string): string {
  return `Start for ${price} / ${interval}`
}

/** From a row of `stripe_user_subscriptions`; null while there is a subscription, or a trial can be given. */
export function trialUsedIn({ subscription_status, trial_used }: { subscription_status: string | null; trial_used?: TrialUsed | null }): TrialUsed | null {
  const hasEnded = subscription_status === null || subscription_status === 'canceled' || subscription_status === 'incomplete_expired'
  return hasEnded ? (trial_used ?? null) : null
}
