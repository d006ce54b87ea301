// Asks the server for a checkout of the one product; small, because the pricing page loads it when its button is pressed.
import { accessToken } from './access'

const WATCHDOG_MS = 45_000

/** Where the person goes on: to Stripe's page, to sign-up, or to the subscription that there is already. */
export type Onward = { is: 'checkout'; url: string } | { is: 'signed-out' } | { is: 'subscribed' }

/** The checkout cannot begin; `message` is for the person. */
export class CheckoutRefused extends Error {
  override name = 'CheckoutRefused'
}

/** Rejects with `CheckoutRefused`. */
export async function beginCheckout(): Promise<Onward> {
  const access = await accessToken()
  if (access.is === 'signed-out') return { is: 'signed-out' }
  if (access.is === 'unknown') throw new CheckoutRefused('An error occurred')
  const asked = JSON.stringify({
    price_id: await priceId(),
    mode: 'subscription',
    success_url: `${location.origin}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${location.origin}/pricing`,
  })
  let response = await post(asked, access.token)
  if (response.status === 401) {
    const renewed = await accessToken(access.token)
    if (renewed.is !== 'token') throw new CheckoutRefused('User not authenticated')
    response = await post(asked, renewed.token)
  }
  return understood(response.status, await response.json().catch(() => null))
}

function understood(status: number, answer: unknown): Onward {
  if (status === 401) throw new CheckoutRefused('User not authenticated')
  if (textIn(answer, 'code') === 'already_subscribed') return { is: 'subscribed' }
  if (status !== 200) throw new CheckoutRefused(textIn(answer, 'message') ?? 'Failed to create checkout session')
  const url = textIn(answer, 'url')
  if (url === '') throw new CheckoutRefused('No checkout URL returned')
  if (url === null || !textIn(answer, 'sessionId')) throw new CheckoutRefused('Invalid response from checkout service')
  return { is: 'checkout', url }
}

async function priceId(): Promise<string> {
  const response = await ask('/rest/v1/products', {})
  const answer: unknown = response.ok ? await response.json().catch(() => null) : null
  const found = Array.isArray(answer) ? textIn(answer[0], 'priceId') : null
  if (found === null) throw new CheckoutRefused('Product not found')
  return found
}

function post(body: string, token: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return ask('/functions/v1/stripe-checkout', { method: 'POST', headers, body })
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(location.origin + path, { ...init, signal: AbortSignal.timeout(WATCHDOG_MS), cache: 'no-store' })
  } catch {
    throw new CheckoutRefused('An error occurred')
  }
}

function textIn(answer: unknown, name: string): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  const value: unknown = Object.getOwnPropertyDescriptor(answer, name)?.value
  return typeof value === 'string' ? value : null
}
