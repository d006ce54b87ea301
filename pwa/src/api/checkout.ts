// Creates a checkout of the only product. This module is small, because the pricing page loads it when its
// button is pressed.
import { type TrialUsed, trialUsedIn } from '../lib/text/trial-used'
import { accessToken } from './auth/access-token'
import { serverFetch } from './server-fetch'

const WATCHDOG_MS = 45_000

/**
 * The next step for the user: Stripe's page, sign-up, the existing subscription, or the notice that there is
 * no free trial.
 */
export type CheckoutStep =
  | { is: 'checkout'; url: string }
  | { is: 'signed-out' }
  | { is: 'subscribed' }
  | { is: 'no-trial'; used: TrialUsed }

/** The checkout cannot begin; `message` is shown to the user. */
export class CheckoutError extends Error {
  override name = 'CheckoutRefused'
}

/** Why the signed-in user gets no free trial. Null if the user gets one, or if this is unknown. */
export async function fetchTrialUsed(): Promise<TrialUsed | null> {
  const access = await accessToken()
  return access.is === 'token' ? trialUsedBy(access.token) : null
}

/**
 * Creates a checkout. For a user without a free trial, it creates one only if `isNoTrialShown` is true, which
 * means that the user has seen the notice of this. Rejects with `CheckoutError`.
 */
export async function beginCheckout(isNoTrialShown = false): Promise<CheckoutStep> {
  const access = await accessToken()
  if (access.is === 'signed-out') return { is: 'signed-out' }
  if (access.is === 'unknown') throw new CheckoutError('An error occurred')
  const used = isNoTrialShown ? null : await trialUsedBy(access.token)
  if (used !== null) return { is: 'no-trial', used }
  const body = JSON.stringify({
    price_id: await priceId(),
    mode: 'subscription',
    success_url: `${location.origin}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${location.origin}/pricing`,
  })
  let response = await post(body, access.token)
  if (response.status === 401) {
    const renewed = await accessToken(access.token)
    if (renewed.is !== 'token') throw new CheckoutError('User not authenticated')
    response = await post(body, renewed.token)
  }
  return stepOf(response.status, response.answer)
}

function stepOf(status: number, answer: unknown): CheckoutStep {
  // A 401 without JSON comes from a proxy and does not mean that the session has ended.
  if (status === 401 && answer !== null) throw new CheckoutError('User not authenticated')
  if (textIn(answer, 'code') === 'already_subscribed') return { is: 'subscribed' }
  if (status !== 200)
    throw new CheckoutError(textIn(answer, 'message') ?? 'Failed to create checkout session')
  const url = textIn(answer, 'url')
  if (url === '') throw new CheckoutError('No checkout URL returned')
  if (url === null || !textIn(answer, 'sessionId'))
    throw new CheckoutError('Invalid response from checkout service')
  return { is: 'checkout', url }
}

async function trialUsedBy(token: string): Promise<TrialUsed | null> {
  const { status, answer } = await request('/rest/v1/stripe_user_subscriptions', {
    headers: { Authorization: `Bearer ${token}` },
  }).catch(() => NO_ANSWER)
  const row: unknown =
    status === 200 && typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null
  const used = textIn(row, 'trial_used')
  return used === 'card' || used === 'person'
    ? trialUsedIn({ subscription_status: textIn(row, 'subscription_status'), trial_used: used })
    : null
}

async function priceId(): Promise<string> {
  const { status, answer } = await request('/rest/v1/products', {})
  const id = status === 200 && Array.isArray(answer) ? textIn(answer[0], 'priceId') : null
  if (id === null) throw new CheckoutError('Product not found')
  return id
}

function post(body: string, token: string): Promise<Answer> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return request('/functions/v1/stripe-checkout', { method: 'POST', headers, body })
}

/** `answer` is null if the body is not JSON. */
interface Answer {
  status: number
  answer: unknown
}

const NO_ANSWER: Answer = { status: 0, answer: null }

/** Sends a request. Rejects with `CheckoutError` if no complete response arrives. */
async function request(path: string, init: RequestInit): Promise<Answer> {
  let status: number
  let text: string
  try {
    const response = await serverFetch(location.origin + path, {
      ...init,
      signal: AbortSignal.timeout(WATCHDOG_MS),
      cache: 'no-store',
    })
    status = response.status
    text = await response.text()
  } catch {
    throw new CheckoutError('An error occurred')
  }
  try {
    return { status, answer: JSON.parse(text) }
  } catch {
    return { status, answer: null }
  }
}

function textIn(answer: unknown, name: string): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  const value: unknown = Object.getOwnPropertyDescriptor(answer, name)?.value
  return typeof value === 'string' ? value : null
}
