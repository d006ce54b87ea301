// Texts of the app and the pricing page for users who get no free trial.

/** Why there is no trial: the card on file has had one, or the user has had one with another card. */
export type TrialUsed = 'card' | 'person'

export const TRIAL_USED: Record<TrialUsed, string> = {
  card: 'This card has already had its free trial',
  person: 'You have already had your free trial',
}

/** The button's text: `Start for $99 / month`. */
export function startText(price: string, interval: string): string {
  return `Start for ${price} / ${interval}`
}

/**
 * Reads a row of `stripe_user_subscriptions`. Returns null if there is a subscription or a trial is
 * available.
 */
export function trialUsedIn({
  subscription_status,
  trial_used,
}: {
  subscription_status: string | null
  trial_used?: TrialUsed | null
}): TrialUsed | null {
  const hasEnded =
    subscription_status === null ||
    subscription_status === 'canceled' ||
    subscription_status === 'incomplete_expired'
  return hasEnded ? (trial_used ?? null) : null
}
