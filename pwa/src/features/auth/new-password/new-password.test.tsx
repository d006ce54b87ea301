// Tests of setting a new password after the old one was forgotten.
import { AuthApiError, AuthSessionMissingError } from '@supabase/auth-js'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import { ToastProvider } from '../../../ui/feedback/toast'
import NewPassword from './new-password'

const server = vi.hoisted(() => ({ updateUser: vi.fn(), reauthenticate: vi.fn() }))
vi.mock('../../../api/auth/auth', () => ({ auth: () => Promise.resolve(server) }))
const onDone = vi.fn()

beforeEach(() => {
  vi.resetAllMocks()
})

async function choose(password: string, confirmation = password) {
  render(
    <MemoryRouter>
      <ToastProvider>
        <NewPassword email="ana@northwind.example" onDone={onDone} />
      </ToastProvider>
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('New Password'), password)
  if (confirmation !== '') await user.type(screen.getByLabelText('Confirm Password'), confirmation)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  return user
}

test('sets a valid password, and confirms it', async () => {
  server.updateUser.mockResolvedValue({ data: {}, error: null })
  await choose('correct horse')
  expect(await screen.findByText('Your password is changed')).toBeVisible()
  expect(server.updateUser).toHaveBeenCalledExactlyOnceWith({ password: 'correct horse' })
  expect(onDone).toHaveBeenCalledOnce()
})

test.each([
  ['secret1', 'secret2', 'Passwords do not match', 'Confirm Password'],
  ['abcde', 'abcde', 'Password must be at least 6 characters long', 'New Password'],
])(
  'shows an error for the passwords %s and %s, and sends nothing',
  async (password, confirmation, text, label) => {
    await choose(password, confirmation)
    expect(screen.getByRole('alert')).toHaveTextContent(text)
    expect(screen.getAllByText(text)).toHaveLength(1)
    expect(screen.getByLabelText(label)).toBeInvalid()
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text)
    expect(server.updateUser).not.toHaveBeenCalled()
  },
)

test.each<[Error, string]>([
  [
    new AuthApiError('New password should be different from the old password.', 422, 'same_password'),
    'New password should be different from the old password.',
  ],
  [new AuthSessionMissingError(), 'Auth session missing!'],
])('shows an error if the password cannot be set', async (error, text) => {
  server.updateUser.mockResolvedValue({ data: {}, error })
  await choose('correct horse')
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(onDone).not.toHaveBeenCalled()
})

test('asks for a mailed code instead of the old password if the session is too old', async () => {
  const needed = new AuthApiError(
    'Current password required when setting new password.',
    400,
    'current_password_required',
  )
  server.updateUser
    .mockResolvedValueOnce({ data: {}, error: needed })
    .mockResolvedValueOnce({ data: {}, error: null })
  server.reauthenticate.mockResolvedValue({ data: {}, error: null })
  const user = await choose('correct horse')
  const field = await screen.findByRole('textbox', { name: /code/i })
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Enter the code from the email')
  await user.type(field, '123456')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Your password is changed')).toBeVisible()
  expect(server.updateUser.mock.calls).toEqual([
    [{ password: 'correct horse' }],
    [{ password: 'correct horse', nonce: '123456' }],
  ])
  expect(server.reauthenticate).toHaveBeenCalledOnce()
})
