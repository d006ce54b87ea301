// The shell answers /auth and /dashboard and nothing that belongs to the server.
import { expect, test } from 'vitest'

import { isAppNavigation } from './navigation'

const at = (path: string) => isAppNavigation(new URL(path, 'https://app.example'))

test.each(['/auth', '/auth/', '/auth?mode=signup', '/dashboard', '/dashboard/messaging?client=a.b', '/dashboard/'])(
  '%s is answered by the shell',
  (path) => expect(at(path)).toBe(true),
)

test.each([
  '/',
  '/pricing',
  '/auth/v1',
  '/auth/v1/authorize?provider=google',
  '/rest/v1/messages',
  '/realtime/v1',
  '/storage/v1/object/a',
  '/functions/v1/stripe-checkout',
  '/embeds/abc',
  '/health/live',
  '/dashboard/nope.js',
  '/dashboards',
])('%s goes to the server', (path) => expect(at(path)).toBe(false))
