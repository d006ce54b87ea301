// Tones and texts of a subscription. Pure.
import type { UserSubscriptionRow } from '../../db/rows/billing'
import { subscriptionText } from '../../lib/text/plan-names'
import { ONGOING } from './statuses.gen'

export type Tone = 'good' | 'primary' | 'warn' | 'bad' | 'neutral'

const TONES: Record<string, Tone> = {
  active: 'good',
  trialing: 'primary',
  past_due: 'bad',
  unpaid: 'bad',
  incomplete: 'warn',
}
const OWED = new Set(['past_due', 'unpaid', 'incomplete'])
const DAY_S = 86_400

export function toneOf(status: string): Tone {
  return (Object.hasOwn(TONES, status) && TONES[status]) || 'neutral'
}

/** Whether a subscription with this status is managed in the portal and not bought again. */
export function isOngoing(status: string | null): boolean {
  return ONGOING.some((one) => one === status)
}

/** Whether the subscription renews at the end of its period. */
export function isRenewing({
  subscription_status,
  cancel_at_period_end,
}: Pick<UserSubscriptionRow, 'subscription_status' | 'cancel_at_period_end'>): boolean {
  return (subscription_status === 'active' || subscription_status === 'trialing') && !cancel_at_period_end
}

interface Issue {
  text: string
  /** Whether only the provider can solve it, so that the client must write to them. */
  isForProvider: boolean
}

/**
 * Why a client's subscription is not active. `status` is Stripe's, or null before the first purchase. `sells` is
 * whether the client can buy a plan and change their card here.
 */
export function issueOf(status: string | null, sells: boolean): Issue {
  if (status === 'active' || status === 'trialing')
    return {
      text: 'Your provider has switched off your access. Write to them in Messaging to have it switched on again.',
      isForProvider: true,
    }
  if (status !== null)
    return { text: `Your subscription is not active: ${subscriptionText(status)}.`, isForProvider: !sells }
  return sells
    ? { text: 'You have no active subscription.', isForProvider: false }
    : {
        text: 'Your provider has not switched on your access yet. Write to them in Messaging to have it switched on.',
        isForProvider: true,
      }
}

/** Whether a payment has failed and Stripe still tries to collect it. */
export function isOwed(status: string): boolean {
  return OWED.has(status)
}

/** Days until `endS`, a Unix time in seconds, rounded up; 0 once it has passed. */
export function daysLeft(endS: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endS - nowMs / 1000) / DAY_S))
}

/** `Visa ending in 4242` */
export function cardText(brand: string | null, last4: string): string {
  const name = brand === null ? 'Card' : (BRANDS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1))
  return `${name} ending in ${last4}`
}

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}
