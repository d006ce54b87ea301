// Tests of the steps that a mail completes: a forgotten password, a code by email, and an unconfirmed address.
import { screen } from '@testing-library/react'
import type { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { back, errorResult, ok, openAt, server, signedIn, withSignIn } from '../../testing/screens/sign-in'
import { AuthScreen } from './auth-screen'

vi.mock('../../api/auth/auth', async () => (await import('../../testing/screens/sign-in')).fakeAuth)
vi.mock(
  '../../api/auth/sign-in-methods',
  async () => (await import('../../testing/screens/sign-in')).fakeSignInMethods,
)
withSignIn()
await import('./mailed-code')
await import('./request-mail')

const open = (address = '/auth') => openAt(address, <AuthScreen needsSecondFactor={false} unsent={0} />)

async function openPasswordReset(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Email Address'), 'ana@northwind.example')
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
  expect(await screen.findByRole('heading', { name: 'Reset your password' })).toHaveFocus()
  expect(screen.getByLabelText('Email Address')).toHaveValue('ana@northwind.example')
}

test('resets a password for the typed address, and signs in with the mailed code', async () => {
  server.resetPasswordForEmail.mockResolvedValue(ok)
  server.verifyOtp.mockResolvedValue(signedIn)
  const user = open()
  await openPasswordReset(user)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toHaveFocus()
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

test('does not reveal whether an account has the address of a mailed code', async () => {
  server.signInWithOtp.mockResolvedValue(errorResult('Signups not allowed for otp', 422, 'otp_disabled'))
  const user = open()
  await user.click(screen.getByRole('button', { name: 'Email me a code' }))
  await user.type(await screen.findByLabelText('Email Address'), 'nobody@northwind.example{Enter}')
  expect(await screen.findByText(/has an account/)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(server.signInWithOtp).toHaveBeenCalledExactlyOnceWith({
    email: 'nobody@northwind.example',
    options: { shouldCreateUser: false, emailRedirectTo: back('email') },
  })
})

test('shows an error at the field for a wrong code, and accepts the next one', async () => {
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

test('shows an error if the verification returns no session', async () => {
  server.signInWithOtp.mockResolvedValue(ok)
  server.verifyOtp.mockResolvedValue({ data: { session: null, user: null }, error: null })
  const user = open('/auth?mode=code')
  await user.type(await screen.findByLabelText('Email Address'), 'ana@northwind.example{Enter}')
  await user.type(await screen.findByLabelText('Code'), '111111')
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred on token verification.')
})

test('sends the confirmation mail again on request if the address is not confirmed', async () => {
  server.signInWithPassword.mockResolvedValue(errorResult('Email not confirmed', 400, 'email_not_confirmed'))
  server.resend.mockResolvedValue(ok)
  const user = open()
  await user.type(screen.getByLabelText('Email Address'), 'ana@northwind.example')
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toHaveFocus()
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

test('shows how long to wait if the service limits the mails', async () => {
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

test('clears the error of a failed mail while the next one is being sent', async () => {
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
