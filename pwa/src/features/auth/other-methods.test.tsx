// Tests of signing in with Google or a company's identity provider.
import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { back, openAt, server, withSignIn, world } from '../../testing/screens/sign-in'
import { AuthScreen } from './auth-screen'

vi.mock('../../api/auth/auth', async () => (await import('../../testing/screens/sign-in')).fakeAuth)
vi.mock(
  '../../api/auth/sign-in-methods',
  async () => (await import('../../testing/screens/sign-in')).fakeSignInMethods,
)
withSignIn()
await import('./request-mail')

const open = (address = '/auth') => openAt(address, <AuthScreen needsSecondFactor={false} unsent={0} />)

test('shows only the sign-in methods that the server offers', () => {
  world.offers = { google: false, company: false, linking: false, texts: false }
  open()
  expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Continue with your company' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Email me a code' })).toBeVisible()
})

test.each([
  ['/auth', ['Continue with Google', 'Sign In', 'Email me a code', 'Continue with your company']],
  ['/auth?mode=signup', ['Continue with Google', 'Create account']],
])('puts Google before the form of %s, and the other methods below it', (address, expected) => {
  open(address)
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  expect(names.filter((name) => expected.includes(name))).toEqual(expected)
  expect(screen.queryAllByRole('button', { name: /code|company/ })).toHaveLength(expected.length - 2)
})

test('starts the sign-in with Google through the auth library, and shows an error if it fails', async () => {
  server.signInWithOAuth.mockResolvedValue({
    data: { url: null },
    error: new AuthRetryableFetchError('Failed to fetch', 0),
  })
  const user = open('/auth?mode=signup')
  await user.click(screen.getByRole('button', { name: 'Continue with Google' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection to the server.')
  expect(server.signInWithOAuth).toHaveBeenCalledExactlyOnceWith({
    provider: 'google',
    options: { redirectTo: back('google'), skipBrowserRedirect: true },
  })
})

test('starts a company’s sign-in by the domain of the address, and shows an error if none is set up', async () => {
  server.signInWithSSO.mockResolvedValue({
    data: null,
    error: new AuthApiError('SAML 2.0 is disabled', 404, 'saml_provider_disabled'),
  })
  const user = open('/auth?mode=company')
  await user.type(await screen.findByLabelText('Email Address'), 'ana@northwind.example{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('No company sign-in is set up for this address.')
  expect(server.signInWithSSO).toHaveBeenCalledExactlyOnceWith({
    domain: 'northwind.example',
    options: { redirectTo: back('company'), skipBrowserRedirect: true },
  })
})
