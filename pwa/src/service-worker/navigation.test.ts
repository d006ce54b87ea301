// The shell answers /auth and /dashboard, the network every other page, and neither what belongs to the server.
import { expect, test } from 'vitest'

import { DOORS } from './doors.gen'
import { isAppNavigation, isPage } from './navigation'

const at = (path: string) => new URL(path, 'https://app.example')

test.each(['/auth', '/auth/', '/auth?mode=signup', '/dashboard', '/dashboard/messaging?client=a.b', '/dashboard/'])(
  '%s is answered by the shell',
  (path) => expect(isAppNavigation(at(path))).toBe(true),
)

test.each(['/', '/pricing', '/dashboards', '/rest', '/a.b/c'])('%s is a page of the network', (path) => {
  expect(isAppNavigation(at(path))).toBe(false)
  expect(isPage(at(path))).toBe(true)
})

test.each([
  ...DOORS,
  '/auth/v1/authorize?provider=google',
  '/rest/v1/messages',
  '/storage/v1/object/a',
  '/functions/v1/stripe-checkout',
  '/embeds/abc',
  '/health/live',
  '/dashboard/nope.js',
  '/favicon.svg',
])('%s goes to the server alone', (path) => {
  expect(isAppNavigation(at(path))).toBe(false)
  expect(isPage(at(path))).toBe(false)
})
