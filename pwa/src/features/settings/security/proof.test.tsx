// Tests that changes of the ways to sign in require a recent proof of identity. The service is a fake.
import { AuthApiError } from '@supabase/auth-js'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { useProof } from './use-proof'

const server = vi.hoisted(() => ({ updateUser: vi.fn(), reauthenticate: vi.fn(), refreshSession: vi.fn() }))
const proved = vi.hoisted(() => ({ minutesAgo: 0 }))
vi.mock('../../../api/auth/auth', () => ({
  auth: () => Promise.resolve(server),
  storedSession: () => Promise.resolve({}),
}))
vi.mock('../../../api/auth/auth-time', () => ({ provedAt: () => Date.now() - proved.minutesAgo * 60_000 }))
const act = vi.fn()
const ok = { data: {}, error: null }

beforeEach(() => {
  vi.resetAllMocks()
  server.updateUser.mockResolvedValue(ok)
  server.reauthenticate.mockResolvedValue(ok)
  server.refreshSession.mockResolvedValue(ok)
})

function Changes({ hasPassword }: { hasPassword: boolean }) {
  const { withProof, dialog } = useProof(hasPassword)
  return (
    <>
      <button onClick={() => withProof(act)}>Change</button>
      {dialog}
    </>
  )
}

async function change(minutesAgo: number, hasPassword = true) {
  proved.minutesAgo = minutesAgo
  render(<Changes hasPassword={hasPassword} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Change' }))
  return user
}

test('asks for no proof within minutes of the sign-in', async () => {
  await change(8)
  await vi.waitFor(() => expect(act).toHaveBeenCalledOnce())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks for the current password after ten minutes, until it is correct', async () => {
  server.updateUser.mockResolvedValueOnce({
    data: {},
    error: new AuthApiError('Current password is incorrect.', 400, 'current_password_invalid'),
  })
  const user = await change(10)
  await user.type(await screen.findByLabelText('Current Password'), 'guess')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Current password is incorrect.')
  expect(act).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await vi.waitFor(() => expect(act).toHaveBeenCalledOnce())
  expect(server.updateUser).toHaveBeenLastCalledWith({ current_password: 'guess' })
  expect(server.refreshSession).toHaveBeenCalledOnce()
})

test('hides the error of an unsent code while the password is checked', async () => {
  server.reauthenticate.mockResolvedValueOnce({
    data: {},
    error: new AuthApiError('x', 500, 'unexpected_failure'),
  })
  const user = await change(10)
  await user.click(await screen.findByRole('button', { name: 'Send me a code instead' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  server.updateUser.mockReturnValueOnce(new Promise(() => undefined))
  await user.type(screen.getByLabelText('Current Password'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['instead of the password', true, 'Send me a code instead'],
  ['if there is no password', false, 'Send me a code'],
])('accepts an emailed code %s', async (_case, hasPassword, button) => {
  const user = await change(60, hasPassword)
  await user.click(await screen.findByRole('button', { name: button }))
  expect(await screen.findByLabelText('Code')).toHaveFocus()
  await user.keyboard('123456')
  await vi.waitFor(() => expect(act).toHaveBeenCalledOnce())
  expect(server.updateUser).toHaveBeenCalledExactlyOnceWith({ nonce: '123456' })
})

test('shows an error if the code is wrong or has expired, and sends another after a pause', async () => {
  const wrong = new AuthApiError('Nonce has expired or is invalid', 422, 'reauthentication_not_valid')
  const tooSoon = new AuthApiError(
    'For security purposes, you can only request this after 1 seconds.',
    429,
    'over_email_send_rate_limit',
  )
  server.updateUser.mockResolvedValueOnce({ data: {}, error: wrong })
  server.reauthenticate.mockResolvedValueOnce({ data: {}, error: tooSoon })
  const user = await change(60)
  await user.click(await screen.findByRole('button', { name: 'Send me a code instead' }))
  await user.type(await screen.findByLabelText('Code'), '000000')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This code is wrong or has expired. Check the newest one, or ask for another.',
  )
  await user.click(await screen.findByRole('button', { name: 'Send a new code' }))
  expect(await screen.findByText('A new code is on its way.')).toBeVisible()
  expect(screen.getByLabelText('Code')).toHaveValue('')
  expect(screen.queryByRole('alert')).toBeNull()
  const again = screen.getByRole('button', { name: /^Send a new code in \d+ s$/ })
  expect(again).toHaveAttribute('aria-disabled', 'true')
  await user.click(again)
  expect(server.reauthenticate).toHaveBeenCalledTimes(2)
  await user.type(screen.getByLabelText('Code'), '123456')
  await vi.waitFor(() => expect(act).toHaveBeenCalledOnce())
})

test('switches between code and password without sending a second email', async () => {
  const user = await change(60)
  await user.click(await screen.findByRole('button', { name: 'Send me a code instead' }))
  await user.click(await screen.findByRole('button', { name: 'Use my password instead' }))
  expect(screen.getByLabelText('Current Password')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Send me a code instead' }))
  expect(screen.getByLabelText('Code')).toBeVisible()
  expect(server.reauthenticate).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Use my password instead' }))
  await user.keyboard('the old one{Enter}')
  await vi.waitFor(() => expect(act).toHaveBeenCalledOnce())
  expect(server.updateUser).toHaveBeenCalledExactlyOnceWith({ current_password: 'the old one' })
})
