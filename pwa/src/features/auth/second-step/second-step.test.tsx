// Tests of the second step of signing in: an app, a phone, a recovery code, or another account.
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import {
  APP,
  errorResult,
  ok,
  openAt,
  PHONE,
  server,
  withSignIn,
  world,
} from '../../../testing/screens/sign-in'
import { AuthScreen } from '../auth-screen'

vi.mock('../../../api/auth/auth', async () => (await import('../../../testing/screens/sign-in')).fakeAuth)
vi.mock(
  '../../../api/auth/sign-in-methods',
  async () => (await import('../../../testing/screens/sign-in')).fakeSignInMethods,
)
withSignIn()
await import('./second-step')

const open = () => openAt('/auth', <AuthScreen needsSecondFactor unsent={0} />)

test('requests a new challenge for each try of an app’s code', async () => {
  world.factors = [{ ...APP, id: 'f0', status: 'unverified' }, APP]
  server.mfa.challenge.mockResolvedValue({ data: { id: 'c1' }, error: null })
  server.mfa.verify
    .mockResolvedValueOnce(errorResult('Invalid TOTP code entered', 422, 'mfa_verification_failed'))
    .mockResolvedValueOnce(ok)
  const user = open()
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

test('sends the text message on request, and verifies its code with the same challenge', async () => {
  world.factors = [PHONE, APP]
  server.mfa.challenge.mockResolvedValue({ data: { id: 'c1' }, error: null })
  server.mfa.verify.mockResolvedValue(ok)
  const user = open()
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

test('sends a recovery code without a text message, and shows its own error if it is wrong', async () => {
  world.factors = [PHONE]
  server.mfa.verify.mockResolvedValue(
    errorResult('Invalid TOTP code entered', 422, 'mfa_verification_failed'),
  )
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByLabelText('Recovery code'), ' abcde-fghjk-mnpqr {Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This recovery code is not right, or was used already.',
  )
  expect(server.mfa.verify).toHaveBeenCalledExactlyOnceWith({
    factorId: 'f2',
    challengeId: '',
    code: 'abcde-fghjk-mnpqr',
  })
  expect(server.mfa.challenge).not.toHaveBeenCalled()
})

test.each([
  [
    'a text that is no recovery code',
    'abcde-fghjk-mnpql',
    'This recovery code is not right, or was used already.',
  ],
  ['a removed factor', ' ABCDE-fghjk mnpqr', 'That took too long. Please start again.'],
])('shows the error of %s', async (_case, code, text) => {
  world.factors = [APP]
  server.mfa.verify.mockResolvedValue(errorResult('Factor not found', 404, 'mfa_factor_not_found'))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByLabelText('Recovery code'), `${code}{Enter}`)
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
})

test.each([
  ['one factor', [APP]],
  ['no usable factor', []],
])('signs out if the user chooses another account (%s)', async (_case, factors) => {
  world.factors = factors
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Sign in with another account' }))
  expect(world.signOutLocal).toHaveBeenCalledOnce()
})
