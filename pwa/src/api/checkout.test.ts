// The requests of a checkout, and the result of each response.
import { beforeEach, expect, test, vi } from 'vitest'

import { tokenOf } from '../testing/tokens'

const KEY = 'sb-portal.example-auth-token'
const PRODUCTS = 'https://portal.example/rest/v1/products'
const PAYING = 'https://portal.example/rest/v1/stripe_user_subscriptions'
const CHECKOUT = 'https://portal.example/functions/v1/stripe-checkout'
const REFRESH = 'https://portal.example/auth/v1/token?grant_type=refresh_token'
const PAGE = { sessionId: 'cs_1', url: 'https://pay.example/c/cs_1' }

type Answer = () => Response | Error
const requests: { url: string; init: RequestInit }[] = []
let answers: Record<string, Answer[]>

vi.stubGlobal('location', { host: 'portal.example', origin: 'https://portal.example' })
vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
  requests.push({ url, init })
  const answer = answers[url]?.shift()?.() ?? new Error('nobody answers')
  return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
})

const START = Math.floor(Date.now() / 1000)
const old = (seconds: number) => tokenOf('old', START + seconds)
const NEW = tokenOf('new', START + 3600)
const json =
  (body: unknown, status = 200): Answer =>
  () =>
    new Response(JSON.stringify(body), { status })
const cut: Answer = () =>
  new Response(new ReadableStream({ start: (body) => body.error(new DOMException('', 'TimeoutError')) }))
const product = json([{ id: 'p1', priceId: 'price_1', name: 'Pulseboard' }])

async function fresh(seconds: number | null) {
  vi.resetModules()
  const { authStorage } = await import('./auth/storage')
  if (seconds === null) await authStorage.removeItem(KEY)
  else {
    await authStorage.setItem(
      KEY,
      JSON.stringify({ access_token: old(seconds), refresh_token: 'r', user: { id: 'u1' } }),
    )
  }
  return (await import('./checkout')).beginCheckout
}

beforeEach(() => {
  requests.length = 0
  answers = { [PRODUCTS]: [product] }
})

test('redirects a signed-in user once to the checkout page', async () => {
  answers[CHECKOUT] = [json(PAGE)]
  const beginCheckout = await fresh(3600)
  expect(await beginCheckout()).toEqual({ is: 'checkout', url: PAGE.url })
  expect(requests.map(({ url }) => url)).toEqual([PAYING, PRODUCTS, CHECKOUT])
  const { method, headers, body } = requests[2]?.init ?? {}
  expect([method, headers]).toEqual([
    'POST',
    { Authorization: `Bearer ${old(3600)}`, 'Content-Type': 'application/json' },
  ])
  expect(JSON.parse(body as string)).toEqual({
    price_id: 'price_1',
    mode: 'subscription',
    success_url: 'https://portal.example/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://portal.example/pricing',
  })
})

test('sends no request for a checkout without a session', async () => {
  const beginCheckout = await fresh(null)
  expect(await beginCheckout()).toEqual({ is: 'signed-out' })
  expect(requests).toEqual([])
})

test('refreshes a token that is about to expire first', async () => {
  answers[REFRESH] = [json({ access_token: NEW, refresh_token: 'r2', expires_in: 3600, user: { id: 'u1' } })]
  answers[CHECKOUT] = [json(PAGE)]
  const beginCheckout = await fresh(10)
  expect(await beginCheckout()).toEqual({ is: 'checkout', url: PAGE.url })
  expect(requests.at(-1)?.init.headers).toMatchObject({ Authorization: `Bearer ${NEW}` })
})

test('refreshes a rejected token, and repeats the request', async () => {
  answers[REFRESH] = [json({ access_token: NEW, refresh_token: 'r2', expires_in: 3600, user: { id: 'u1' } })]
  answers[CHECKOUT] = [json({ code: 'not_signed_in' }, 401), json(PAGE)]
  const beginCheckout = await fresh(3600)
  expect(await beginCheckout()).toEqual({ is: 'checkout', url: PAGE.url })
  expect(requests.map(({ url }) => url)).toEqual([PAYING, PRODUCTS, CHECKOUT, REFRESH, CHECKOUT])
})

test('starts no checkout for a user with a subscription', async () => {
  answers[CHECKOUT] = [json({ code: 'already_subscribed', message: 'You already have a subscription.' }, 409)]
  const beginCheckout = await fresh(3600)
  expect(await beginCheckout()).toEqual({ is: 'subscribed' })
})

test.each<[string, Record<string, Answer[]>, string]>([
  ['no product', { [PRODUCTS]: [json([])] }, 'Product not found'],
  ['a catalogue with an error', { [PRODUCTS]: [json({}, 503)] }, 'Product not found'],
  [
    'a price that the server does not know',
    { [CHECKOUT]: [json({ message: 'Product not found' }, 404)] },
    'Product not found',
  ],
  [
    'an error with a text',
    { [CHECKOUT]: [json({ message: 'Payments are not available now.' }, 503)] },
    'Payments are not available now.',
  ],
  ['an error without a text', { [CHECKOUT]: [json({}, 500)] }, 'Failed to create checkout session'],
  [
    'a proxy’s page',
    { [CHECKOUT]: [() => new Response('<html>', { status: 502 })] },
    'Failed to create checkout session',
  ],
  [
    'a proxy’s sign-in page',
    {
      [CHECKOUT]: [401, 401].map((status) => () => new Response('<html>', { status })),
      [REFRESH]: [json({ access_token: NEW, refresh_token: 'r2', expires_in: 3600, user: { id: 'u1' } })],
    },
    'Failed to create checkout session',
  ],
  [
    'a response without a url',
    { [CHECKOUT]: [json({ sessionId: 'cs_1' })] },
    'Invalid response from checkout service',
  ],
  [
    'a response without a session',
    { [CHECKOUT]: [json({ url: PAGE.url })] },
    'Invalid response from checkout service',
  ],
  [
    'a response that is not an object',
    { [CHECKOUT]: [json('ok')] },
    'Invalid response from checkout service',
  ],
  ['an empty url', { [CHECKOUT]: [json({ sessionId: 'cs_1', url: '' })] }, 'No checkout URL returned'],
  [
    'a session that has ended',
    { [CHECKOUT]: [json({}, 401)], [REFRESH]: [json({ code: 'session_not_found' }, 400)] },
    'User not authenticated',
  ],
  ['no network', { [CHECKOUT]: [] }, 'An error occurred'],
  ['a response that does not end', { [CHECKOUT]: [cut] }, 'An error occurred'],
  ['a catalogue that does not end', { [PRODUCTS]: [cut] }, 'An error occurred'],
])('rejects with the error text for %s', async (_case, given, message) => {
  answers = { ...answers, ...given }
  const beginCheckout = await fresh(3600)
  await expect(beginCheckout()).rejects.toMatchObject({ name: 'CheckoutRefused', message })
})

const paying = (subscription_status: string | null, trial_used: string | null) =>
  json({ data: { subscription_status, trial_used } })

test.each([
  ['the card has had its trial', paying(null, 'card'), 'card'],
  ['the user has had a trial', paying('canceled', 'person'), 'person'],
  ['a trial runs', paying('trialing', 'card'), null],
  ['there was no trial yet', paying(null, null), null],
  ['the server has no row', json({ data: null, code: 'PGRST116' }), null],
  ['the server does not respond', () => new Error('network'), null],
])('returns before a checkout whether the trial is used: %s', async (_case, answer, used) => {
  answers[PAYING] = [answer, answer]
  answers[CHECKOUT] = [json(PAGE)]
  const beginCheckout = await fresh(3600)
  const { fetchTrialUsed } = await import('./checkout')
  expect(await fetchTrialUsed()).toBe(used)
  expect(await beginCheckout()).toEqual(
    used === null ? { is: 'checkout', url: PAGE.url } : { is: 'no-trial', used },
  )
})

test('starts the checkout at once if the user has accepted that there is no trial', async () => {
  answers[CHECKOUT] = [json(PAGE)]
  const beginCheckout = await fresh(3600)
  expect(await beginCheckout(true)).toEqual({ is: 'checkout', url: PAGE.url })
  expect(requests.map(({ url }) => url)).toEqual([PRODUCTS, CHECKOUT])
})

test('sends no request for the trial without a session', async () => {
  await fresh(null)
  expect(await (await import('./checkout')).fetchTrialUsed()).toBeNull()
  expect(requests).toEqual([])
})
