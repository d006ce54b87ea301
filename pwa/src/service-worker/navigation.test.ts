// The shell answers the app's screens, the network answers all other pages, and endpoints are never answered
// by the app.
import { expect, test } from 'vitest'

import { SERVER_PATHS, PUBLIC, SCREENS } from './path-table.gen'
import { isAppNavigation, isPage, isPublicNavigation } from './navigation'

const at = (path: string) => new URL(path, 'https://app.example')

test.each([
  ...SCREENS,
  '/auth/',
  '/auth?mode=signup',
  '/dashboard/messaging?client=a.b',
  '/dashboard/',
  '/checkout/success?session_id=cs_1',
])('%s is answered by the shell', (path) => {
  expect(isAppNavigation(at(path))).toBe(true)
  expect(isPublicNavigation(at(path))).toBe(false)
})

test.each([...PUBLIC, '/pricing/', '/?utm_source=a.b', '/pricing?from=mail'])(
  '%s is a page of the public site',
  (path) => {
    expect(isPublicNavigation(at(path))).toBe(true)
    expect(isAppNavigation(at(path))).toBe(false)
  },
)

test.each([
  '/dashboards',
  '/rest',
  '/setup-guide',
  '/metricsfoo',
  '/a.b/c',
  '/about',
  '/checkout',
  '/pricing/more',
])('%s is left to the network', (path) => {
  expect(isAppNavigation(at(path))).toBe(false)
  expect(isPublicNavigation(at(path))).toBe(false)
  expect(isPage(at(path))).toBe(true)
})

test.each([
  ...SERVER_PATHS,
  '/auth/v1/authorize?provider=google',
  '/rest/v1/messages',
  '/storage/v1/object/a',
  '/functions/v1/stripe-checkout',
  '/embeds/abc',
  '/health/live',
  '/dashboard/nope.js',
  '/favicon.svg',
  '/picture.jpg',
])('%s goes to the server alone', (path) => {
  expect(isAppNavigation(at(path))).toBe(false)
  expect(isPublicNavigation(at(path))).toBe(false)
  expect(isPage(at(path))).toBe(false)
})
