// Asks the server for a checkout of the one product; small, because the pricing page loads it when its button is pressed.
import { accessToken } from './access'

const WATCHDOG_MS = 45_000

/** The checkout cannot begin; `message` is for the person. */
export class CheckoutRefused extends Error {
  override name = 'CheckoutRefused'
}

/** The address of the hosted checkout page; null if nobody is signed in here. Rejects with `CheckoutRefused`. */
export async function checkoutAddress(): Promise<string | null> {
  const access = await accessToken()
  if (access.is === 'signed-out') return null
  if (access.is === 'unknown') throw new CheckoutRefused('An error occurred')
  const response = await ask('/functions/v1/stripe-checkout', {
    method: 'POST',
    headers: { Authorization: `Bearer ${access.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      price_id: await priceId(),
      mode: 'subscription',
      success_url: `${location.origin}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${location.origin}/pricing`,
    }),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.status === 401) throw new CheckoutRefused('User not authenticated')
  if (!response.ok) throw new CheckoutRefused(textIn(answer, 'message') ?? 'Failed to create checkout session')
  const url = textIn(answer, 'url')
  if (url === '') throw new CheckoutRefused('No checkout URL returned')
  if (url === null || !textIn(answer, 'sessionId')) throw new CheckoutRefused('Invalid response from checkout service')
  return url
}

async function priceId(): Promise<string> {
  const response = await ask('/rest/v1/products', {})
  const answer: unknown = response.ok ? await response.json().catch(() => null) : null
  const found = Array.isArray(answer) ? textIn(answer[0], 'priceId') : null
  if (found === null) throw new CheckoutRefused('Product not found')
  return found
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, signal: AbortSignal.timeout(WATCHDOG_MS), cache: 'no-store' })
  } catch {
    throw new CheckoutRefused('An error occurred')
  }
}

function textIn(answer: unknown, name: string): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  const value: unknown = Object.getOwnPropertyDescriptor(answer, name)?.value
  return typeof value === 'string' ? value : null
}
