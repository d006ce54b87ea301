// Tests of the other sign-in methods and of the steps after the form. Only the service's responses are fake.
import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, type Mock, test, vi } from 'vitest'

import type { SignInMethods } from '../../api/auth/sign-in-methods'
import { AuthScreen } from './auth-screen'

const server = vi.hoisted(() => ({
  signUp: vi.fn(),
  signInWithPassword: vi.fn(),
  signInWithOtp: vi.fn(),
  signInWithOAuth: vi.fn(),
  signInWithSSO: vi.fn(),
  resetPasswordForEmail: vi.fn(),
  verifyOtp: vi.fn(),
  resend: vi.fn(),
  mfa: { challenge: vi.fn(), verify: vi.fn() },
}))
const world = vi.hoisted<{ factors: unknown[]; signOutLocal: Mock; offers: unknown }>(() => ({
  factors: [],
  signOutLocal: vi.fn(),
  offers: {},
}))
vi.mock('../../api/auth/auth', () => ({
  auth: () => Promise.resolve(server),
  storedSession: () => Promise.resolve({ user: { id: 'u1', factors: world.factors } }),
  signOutLocal: world.signOutLocal,
}))
vi.mock('../../api/auth/sign-in-methods', () => ({
  storedSignInMethods: () => world.offers,
  fetchSignInMethods: () => Promise.resolve(world.offers),
}))
await import('./mailed-code')
await import('./request-mail')
await import('./second-step/second-step')

const EVERYTHING: SignInMethods = { google: true, company: true, linking: true, texts: true }
const APP = { id: 'f1', factor_type: 'totp', status: 'verified', friendly_name: 'My app' }
const PHONE = { id: 'f2', factor_type: 'phone', status: 'verified', friendly_name: 'My phone' }
const ok = { data: {}, error: null }
const signedIn = { data: { session: {}, user: {} }, error: null }
const errorResult = (message: string, status: number, code: string) => ({
  data: { session: null },
  error: new AuthApiError(message, status, code),
})
const back = (purpose: string) => `${location.origin}/auth/callback?for=${purpose}`

beforeEach(() => {
  vi.resetAllMocks()
  vi.useRealTimers()
  world.factors = []
  world.offers = EVERYTHING
})

function open(address = '/auth', half = false) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <AuthScreen needsSecondFactor={half} unsent={0} />
    </MemoryRouter>,
  )
  return userEvent.setup()
}

async function forgotten(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Email Address'), 'ana@northwind.example')
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
  expect(await screen.findByRole('heading', { name: 'Reset your password' })).toHaveFocus()
  expect(screen.getByLabelText('Email Address')).toHaveValue('ana@northwind.example')
}

test('a forgotten password: the typed address goes along, and the code of the mail lets in', async () => {
  server.resetPasswordForEmail.mockResolvedValue(ok)
  server.verifyOtp.mockResolvedValue(signedIn)
  const user = open()
  await forgotten(user)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('heading', { name: 'Check your e-mail' })).toHaveFocus()
  expect(server.resetPasswordForEmail).toHaveBeenCalledExactlyOnceWith('ana@northwind.example', {
    redirectTo: back('recovery'),
  })
  await user.type(screen.getByLabelText('Code'), '12 34-56')
  await vi.waitFor(() =>
    expect(server.verifyOtp).toHaveBeenCalledExactlyOnceWith({
      type: 'recovery',
      email: 'ana@northwind.example',
      token: '123456',
      code_verifier: expect.any(String) as string,
    }),
  )
})

test('a code by e-mail does not tell whether anybody has the address', async () => {
  server.signInWithOtp.mockResolvedValue(errorResult('Signups not allowed for otp', 422, 'otp_disabled'))
  const user = open()
  await user.click(screen.getByRole('button', { name: 'E-mail me a code' }))
  await user.type(await screen.findByLabelText('Email Address'), 'nobody@northwind.example{Enter}')
  expect(await screen.findByText(/has an account/)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(server.signInWithOtp).toHaveBeenCalledExactlyOnceWith({
    email: 'nobody@northwind.example',
    options: { shouldCreateUser: false, emailRedirectTo: back('email') },
  })
})

test('a wrong code is said at the field, and the next try may be right', async () => {
  server.signInWithOtp.mockResolvedValue(ok)
  server.verifyOtp
    .mockResolvedValueOnce(errorResult('Token has expired or is invalid', 403, 'otp_expired'))
    .mockResolvedValueOnce(signedIn)
  const user = open('/auth?mode=code')
  await user.type(await screen.findByLabelText('Email Address'), 'ana@northwind.example{Enter}')
  await user.type(await screen.findByLabelText('Code'), '111111')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This code is wrong or has expired. Check the newest one, or ask for another.',
  )
  expect(screen.getByLabelText('Code')).toHaveFocus()
  await user.clear(screen.getByLabelText('Code'))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(screen.getByLabelText('Code'), '222222')
  expect(server.verifyOtp).toHaveBeenLastCalledWith({
    type: 'email',
    email: 'ana@northwind.example',
    token: '222222',
    code_verifier: expect.any(String) as string,
  })
})

test('an answer without a session is an error on token verification', async () => {
  server.signInWithOtp.mockResolvedValue(ok)
  server.verifyOtp.mockResolvedValue({ data: { session: null, user: null }, error: null })
  const user = open('/auth?mode=code')
  await user.type(await screen.findByLabelText('Email Address'), 'ana@northwind.example{Enter}')
  await user.type(await screen.findByLabelText('Code'), '111111')
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred on token verification.')
})

test('an address that is not confirmed yet gets its mail again, when it is asked for', async () => {
  server.signInWithPassword.mockResolvedValue(errorResult('Email not confirmed', 400, 'email_not_confirmed'))
  server.resend.mockResolvedValue(ok)
  const user = open()
  await user.type(screen.getByLabelText('Email Address'), 'ana@northwind.example')
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  expect(await screen.findByRole('heading', { name: 'Confirm your e-mail' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('A new code is on its way.')).toBeVisible()
  expect(server.resend).toHaveBeenCalledExactlyOnceWith({
    type: 'signup',
    email: 'ana@northwind.example',
    options: { emailRedirectTo: back('signup') },
  })
  const again = screen.getByRole('button', { name: /^Send again in \d+ s$/ })
  await user.click(again)
  expect(server.resend).toHaveBeenCalledOnce()
})

test('the wait that the service asks for is said', async () => {
  server.signInWithPassword.mockResolvedValue(errorResult('Email not confirmed', 400, 'email_not_confirmed'))
  const tooSoon = 'For security purposes, you can only request this after 41 seconds.'
  server.resend.mockResolvedValue(errorResult(tooSoon, 429, 'over_email_send_rate_limit'))
  const user = open()
  await user.type(screen.getByLabelText('Email Address'), 'ana@northwind.example')
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(tooSoon)
  expect(screen.getByRole('button', { name: /^Send again in 4[01] s$/ })).toBeVisible()
})

test('a mail that failed is not said while the next one is on its way', async () => {
  server.signInWithPassword.mockResolvedValue(errorResult('Email not confirmed', 400, 'email_not_confirmed'))
  server.resend
    .mockResolvedValueOnce(errorResult('x', 500, 'unexpected_failure'))
    .mockReturnValue(new Promise(() => undefined))
  const user = open()
  await user.type(screen.getByLabelText('Email Address'), 'ana@northwind.example')
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('only what this place offers is there', () => {
  world.offers = { google: false, company: false, linking: false, texts: false }
  open()
  expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Continue with your company' })).toBeNull()
  expect(screen.getByRole('button', { name: 'E-mail me a code' })).toBeVisible()
})

test('Google is asked by the library, and a refusal is said', async () => {
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

test('a company is found by the domain of the address', async () => {
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

test('the second step: a code of the app is asked anew with each try', async () => {
  world.factors = [{ ...APP, id: 'f0', status: 'unverified' }, APP]
  server.mfa.challenge.mockResolvedValue({ data: { id: 'c1' }, error: null })
  server.mfa.verify
    .mockResolvedValueOnce(errorResult('Invalid TOTP code entered', 422, 'mfa_verification_failed'))
    .mockResolvedValueOnce(ok)
  const user = open('/auth', true)
  expect(await screen.findByRole('heading', { name: 'Two-factor sign-in' })).toHaveFocus()
  await user.type(screen.getByLabelText('Code'), '000000')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This code is wrong or has expired. Check the newest one, or ask for another.',
  )
  expect(screen.getByLabelText('Code')).toHaveValue('')
  await user.type(screen.getByLabelText('Code'), '123456')
  expect(server.mfa.verify).toHaveBeenLastCalledWith({ factorId: 'f1', challengeId: 'c1', code: '123456' })
  expect(server.mfa.challenge).toHaveBeenCalledTimes(2)
})

test('the second step by phone: the message is sent when it is wanted, and its code belongs to it', async () => {
  world.factors = [PHONE, APP]
  server.mfa.challenge.mockResolvedValue({ data: { id: 'c1' }, error: null })
  server.mfa.verify.mockResolvedValue(ok)
  const user = open('/auth', true)
  expect(screen.queryByLabelText('Code')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Send the code' }))
  await user.type(await screen.findByLabelText('Code'), '123456')
  expect(server.mfa.challenge).toHaveBeenCalledExactlyOnceWith({ factorId: 'f2' })
  expect(server.mfa.verify).toHaveBeenCalledExactlyOnceWith({
    factorId: 'f2',
    challengeId: 'c1',
    code: '123456',
  })
  expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Use the app “My app”' })).toBeVisible()
})

test('the second step by a recovery code, in its own words', async () => {
  world.factors = [APP]
  server.mfa.challenge.mockResolvedValue({ data: { id: 'c1' }, error: null })
  server.mfa.verify.mockResolvedValue(
    errorResult('Invalid TOTP code entered', 422, 'mfa_verification_failed'),
  )
  const user = open('/auth', true)
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByLabelText('Recovery code'), ' abcde-fghjk-mnpqr {Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This recovery code is not right, or was used already.',
  )
  expect(server.mfa.verify).toHaveBeenCalledExactlyOnceWith({
    factorId: 'f1',
    challengeId: 'c1',
    code: 'abcde-fghjk-mnpqr',
  })
})

test('whoever cannot prove it leaves for another account', async () => {
  world.factors = [APP]
  const user = open('/auth', true)
  await user.click(await screen.findByRole('button', { name: 'Sign in with another account' }))
  expect(world.signOutLocal).toHaveBeenCalledOnce()
})
