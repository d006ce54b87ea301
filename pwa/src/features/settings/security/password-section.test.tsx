// Tests that a user who does not know their password can change it with an emailed code. The service is a
// fake.
import { AuthApiError } from '@supabase/auth-js'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { ToastProvider } from '../../../ui/feedback/toast'
import { PasswordSection } from './password-section'

const server = vi.hoisted(() => ({ updateUser: vi.fn(), reauthenticate: vi.fn() }))
vi.mock('../../../api/auth/auth', () => ({ auth: () => Promise.resolve(server) }))
const ok = { data: {}, error: null }
const errorResult = (message: string, status: number, code: string) => ({
  data: null,
  error: new AuthApiError(message, status, code),
})

test('changes a forgotten password with an emailed code', async () => {
  server.updateUser
    .mockResolvedValueOnce(
      errorResult('Current password required when setting new password.', 400, 'current_password_required'),
    )
    .mockResolvedValueOnce(
      errorResult('Current password required when setting new password.', 400, 'current_password_required'),
    )
    .mockResolvedValueOnce(ok)
  server.reauthenticate.mockResolvedValue(ok)
  const changed = vi.fn(() => Promise.resolve())
  render(
    <ToastProvider>
      <PasswordSection email="ana@northwind.example" hasPassword onChanged={changed} />
    </ToastProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await user.type(screen.getByLabelText('New Password'), 'correct horse')
  await user.type(screen.getByLabelText('Confirm Password'), 'correct horse{Enter}')
  await user.type(await screen.findByLabelText('Current Password'), 'a guess')
  await user.click(screen.getByRole('button', { name: 'Send me a code instead' }))
  const code = await screen.findByLabelText('Code from your email')
  expect(screen.queryByLabelText('Current Password')).toBeNull()
  expect(code).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter the code from the email')
  await user.type(code, '123456{Enter}')
  expect(await screen.findByText('Your password is changed')).toBeVisible()
  expect(changed).toHaveBeenCalledOnce()
  expect(server.updateUser).toHaveBeenLastCalledWith({ password: 'correct horse', nonce: '123456' })
  expect(server.reauthenticate).toHaveBeenCalledOnce()
})
