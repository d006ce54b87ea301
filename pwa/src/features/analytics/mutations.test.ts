// Tests of the minimum time that a button is busy, and of the texts of errors.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { NoAnswer } from '../../api/client'
import { type Endpoints, fakeApi, errorResponse } from '../../testing/screens/analytics'
import * as mutations from './mutations'

const world = vi.hoisted<{ endpoints: Endpoints; api: unknown }>(() => ({ endpoints: {}, api: null }))
vi.mock('../../api/client', async (original) => ({
  ...(await original<object>()),
  get api() {
    return world.api
  },
}))

beforeEach(() => {
  vi.useFakeTimers()
  world.endpoints = {}
  world.api = fakeApi(world.endpoints)
})
afterEach(() => void vi.useRealTimers())

const ROW = () => ({ data: { data: {} } })

test.each([
  ['connect', 1500, () => mutations.connectProperty('1'), 'POST google-property'],
  ['manual connect', 1000, () => mutations.connectManually('1'), 'POST google-property'],
  ['refresh', 2000, () => mutations.refreshNow(), 'POST google-refresh'],
] as const)('keeps %s busy for at least %i ms', async (_what, ms, act, endpoint) => {
  world.endpoints[endpoint] = ROW
  const onResult = vi.fn()
  void act().then(onResult)
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(onResult).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onResult).toHaveBeenCalledWith({ is: 'done', value: undefined })
})

const noResponse = () => {
  throw new NoAnswer('network')
}
const proxyResponse = () => ({ error: '<html>502</html>' })

test.each([
  [
    'connect',
    () => mutations.connectProperty('1'),
    'POST google-property',
    'Failed to connect. Please try again.',
  ],
  ['save', () => mutations.saveProperty('1'), 'POST google-property', 'Failed to save property'],
  [
    'manual connect',
    () => mutations.connectManually('1'),
    'POST google-property',
    'Failed to connect manually. Please check your information.',
  ],
  [
    'refresh',
    () => mutations.refreshNow(),
    'POST google-refresh',
    'Failed to refresh connection. Please try again.',
  ],
  [
    'disconnect',
    () => mutations.disconnectAnalytics(),
    'POST google-disconnect',
    'Failed to disconnect. Please try again.',
  ],
  [
    'disconnect Search Console',
    () => mutations.disconnectSearchConsole(),
    'POST google-disconnect',
    'Failed to disconnect. Please try again.',
  ],
  [
    'list',
    () => mutations.listProperties(),
    'GET google-properties',
    'Failed to load Google Analytics data. Please try again.',
  ],
  ['begin', () => mutations.beginConsent(), 'POST google-authorize', 'Failed to connect. Please try again.'],
] as const)(
  'returns the app’s own error text if the request fails without a specific error: %s',
  async (_what, act, endpoint, text) => {
    for (const answer of [
      noResponse,
      proxyResponse,
      errorResponse('unexpected_failure', 'An error occurred'),
    ]) {
      world.endpoints[endpoint] = answer
      const outcome = act()
      await vi.advanceTimersByTimeAsync(2000)
      expect(await outcome).toEqual({ is: 'failed', message: text })
    }
  },
)

const MISSING = 'Google access token not found. Please reconnect your Google account.'

test.each([
  [
    () => mutations.listProperties(),
    'GET google-properties',
    'google_properties_failed',
    'Failed to fetch properties: 429 Too many',
  ],
  [() => mutations.listProperties(), 'GET google-properties', 'google_token_missing', MISSING],
  [() => mutations.connectManually('1'), 'POST google-property', 'google_token_missing', MISSING],
  [
    () => mutations.saveProperty('1'),
    'POST google-property',
    'client_information_not_found',
    'Client information not found',
  ],
])(
  'returns the server’s error about tokens, properties and clients',
  async (act, endpoint, code, message) => {
    world.endpoints[endpoint] = errorResponse(code, message)
    const outcome = act()
    await vi.advanceTimersByTimeAsync(2000)
    expect(await outcome).toEqual({ is: 'failed', message })
  },
)

test('rejects an empty property ID', async () => {
  for (const typed of ['', '   ', 'properties/']) {
    expect(await mutations.connectManually(typed)).toEqual({
      is: 'failed',
      message: 'Please enter the required information',
    })
  }
})

test.each([
  ['error=access_denied&state=s', 'Authorization was denied or cancelled.'],
  ['state=s', 'No authorization code received.'],
  ['code=&state=s', 'No authorization code received.'],
])('returns an error for the callback %s without a request', async (query, message) => {
  expect(await mutations.finishConsent(new URLSearchParams(query))).toEqual({ is: 'failed', message })
})

test.each([
  ['google_no_id_token', 'No ID token received', 'No ID token received'],
  ['google_declined', 'Authorization was denied or cancelled.', 'Authorization was denied or cancelled.'],
  ['google_not_authorized', 'whatever', 'Failed to authenticate with Google.'],
  ['unexpected_failure', 'An error occurred', 'Failed to authenticate with Google.'],
])('returns the error text for a code that the server rejects with %s', async (code, message, shown) => {
  world.endpoints['POST google-exchange'] = errorResponse(code, message)
  expect(await mutations.finishConsent(new URLSearchParams('code=c&state=s'))).toEqual({
    is: 'failed',
    message: shown,
  })
})
