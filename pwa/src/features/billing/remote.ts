// Requests about payments, which fail without a network.
import { api, NoAnswer } from '../../api/client'
import { serverErrorOf } from '../../api/server-error'
import type { components } from '../../api/schema.gen'

export type Product = components['schemas']['ProductOut']
export type CardTerms = components['schemas']['CardFieldOut']
export type Subscription = components['schemas']['UserSubscriptionOut']

/** `code` is the server's error code, or `network`. */
export type Reply<T> = { is: 'done'; value: T } | { is: 'rejected'; code: string; message: string }

export const NOT_AUTHENTICATED = 'User not authenticated'
const NO_CONNECTION = 'No connection to the server. Check your network and try again.'
export const NO_RESPONSE = { is: 'rejected', code: 'network', message: NO_CONNECTION } as const

/** Fetches the available plans. */
export function fetchProducts(): Promise<Reply<Product[]>> {
  return replyOf(api.GET('/rest/v1/products'), 'An error occurred')
}

/** Creates a setup intent and returns the parameters of Stripe's card field. */
export function createCardField(): Promise<Reply<CardTerms>> {
  return replyOf(api.POST('/functions/v1/create-setup-intent'), 'Failed to create payment method')
}

/** Has the server read the card of this setup intent from Stripe and store it. */
export function saveCard(setupIntent: string): Promise<Reply<Subscription>> {
  const body = { setup_intent: setupIntent }
  return replyOf(api.POST('/functions/v1/save-payment-method', { body }), 'Failed to update subscription')
}

/** Has the server read the state of this checkout from Stripe, after Stripe's page redirects here. */
export function confirmCheckout(sessionId: string): Promise<Reply<Subscription>> {
  return replyOf(
    api.POST('/functions/v1/confirm-checkout', { body: { session_id: sessionId } }),
    'An error occurred',
  )
}

/** Returns the address of Stripe's checkout page. */
export async function createCheckout(priceId: string): Promise<Reply<string>> {
  const body = {
    price_id: priceId,
    mode: 'subscription',
    success_url: `${location.origin}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${location.origin}/pricing`,
  } as const
  const reply = await replyOf(
    api.POST('/functions/v1/create-checkout-session', { body }),
    'Failed to create checkout session',
  )
  if (reply.is === 'rejected') return reply
  return urlReply(reply.value, 'No checkout URL returned')
}

/** Returns the address of Stripe's customer portal. */
export async function createPortalSession(clientId: string): Promise<Reply<string>> {
  const reply = await replyOf(
    api.POST('/functions/v1/create-portal-session', { body: { clientId } }),
    'An error occurred',
  )
  return reply.is === 'done' ? urlReply(reply.value, 'No portal URL returned') : reply
}

function urlReply(response: { url?: string }, fallback: string): Reply<string> {
  return response.url
    ? { is: 'done', value: response.url }
    : { is: 'rejected', code: 'no_address', message: fallback }
}

type ApiCall<T> = Promise<{ data?: T; error?: unknown; response: Response }>

async function replyOf<T>(call: ApiCall<T>, fallback: string): Promise<Reply<T>> {
  try {
    const { data, error, response } = await call
    if (response.ok && data !== undefined) return { is: 'done', value: data }
    if (response.status === 401) return { is: 'rejected', code: 'not_signed_in', message: NOT_AUTHENTICATED }
    return { is: 'rejected', ...(serverErrorOf(error) ?? { code: '', message: fallback }) }
  } catch (error) {
    if (!(error instanceof NoAnswer)) return { is: 'rejected', code: '', message: fallback }
    return error.why === 'signed-out' ? { ...NO_RESPONSE, message: NOT_AUTHENTICATED } : NO_RESPONSE
  }
}
