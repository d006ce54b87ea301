// Tests of the sign-in screen as users see it. Only the server's responses are fake.
import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthUnknownError,
  AuthWeakPasswordError,
} from '@supabase/auth-js'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect } from 'react'
import { type Location, MemoryRouter, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import { AuthScreen } from './auth-screen'

const server = vi.hoisted(() => ({ signUp: vi.fn(), signInWithPassword: vi.fn() }))
vi.mock('../../api/auth/auth', () => ({ auth: () => Promise.resolve(server) }))
const NOTHING_ELSE = { google: false, company: false, linking: false, texts: false }
vi.mock('../../api/auth/sign-in-methods', () => ({
  storedSignInMethods: () => NOTHING_ELSE,
  fetchSignInMethods: () => Promise.resolve(NOTHING_ELSE),
}))
// Load the lazy modules before the first test, so that no test waits for them.
await import('./mailed-code')
await import('./new-password/strength')

const errorResult = (error: Error) => ({ data: { user: null, session: null }, error })

beforeEach(() => {
  vi.resetAllMocks()
})

let lastLocation: Location

function Address() {
  const location = useLocation()
  useEffect(() => void (lastLocation = location), [location])
  return null
}

function open(address: string | Location = '/auth', unsent = 0) {
  const { unmount } = render(
    <MemoryRouter initialEntries={[address]}>
      <Address />
      <AuthScreen unsent={unsent} />
    </MemoryRouter>,
  )
  return { ...userEvent.setup(), unmount }
}

async function fillSignUp(
  user: Pick<ReturnType<typeof userEvent.setup>, 'type'>,
  password: string,
  confirmation = password,
) {
  await user.type(screen.getByLabelText('Full Name'), 'Ana Lopes')
  await user.type(screen.getByLabelText('Company Name'), 'Northwind')
  await user.type(screen.getByLabelText('Email Address'), ' ana@northwind.example ')
  await user.type(screen.getByLabelText('Password'), password)
  await user.type(screen.getByLabelText('Confirm Password'), confirmation)
}

test('asks only for email and password without a mode', () => {
  open()
  expect(screen.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  expect(screen.getByLabelText('Email Address')).toHaveAttribute('autocomplete', 'username')
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password')
  expect(screen.queryByLabelText('Full Name')).toBeNull()
})

test('asks for all five fields with mode=signup, with input modes, autocomplete tokens and the minimum length', () => {
  open('/auth?mode=signup')
  expect(screen.getByLabelText('Full Name')).toHaveAttribute('autocomplete', 'name')
  expect(screen.getByLabelText('Company Name')).toHaveAttribute('autocomplete', 'organization')
  expect(screen.getByLabelText('Email Address')).toHaveAttribute('inputmode', 'email')
  for (const label of ['Password', 'Confirm Password']) {
    expect(screen.getByLabelText(label)).toHaveAttribute('autocomplete', 'new-password')
    expect(screen.getByLabelText(label)).toHaveAttribute('minlength', '6')
  }
})

test('clears fields and error when the mode changes, and keeps the focus on the link', async () => {
  const user = open()
  await user.type(screen.getByLabelText('Email Address'), 'ana@northwind.example')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Password is required')
  await user.click(screen.getByRole('link', { name: 'Create an account' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText('Email Address')).toHaveValue('')
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveFocus()
})

test('fills in the details of an invitation for sign-up, but not for sign-in', async () => {
  const user = open(
    '/auth?mode=signup&email=maya%2Boffice%40harbor.example&name=Maya+Chen&company=Harbor+%26+Co',
  )
  expect(screen.getByLabelText('Full Name')).toHaveValue('Maya Chen')
  expect(screen.getByLabelText('Company Name')).toHaveValue('Harbor & Co')
  expect(screen.getByLabelText('Email Address')).toHaveValue('maya+office@harbor.example')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Sign In' }))
  expect(screen.getByLabelText('Email Address')).toHaveValue('')
})

test('shows one error for different passwords, marks the field, and sends nothing', async () => {
  const user = open('/auth?mode=signup')
  await fillSignUp(user, 'secret1', 'secret2')
  await user.keyboard('{Enter}')
  expect(screen.getByRole('alert')).toHaveTextContent('Passwords do not match')
  expect(screen.getAllByText('Passwords do not match')).toHaveLength(1)
  expect(screen.getByLabelText('Confirm Password')).toBeInvalid()
  expect(screen.getByLabelText('Confirm Password')).toHaveAccessibleDescription('Passwords do not match')
  expect(screen.getByLabelText('Confirm Password')).toHaveFocus()
  expect(server.signUp).not.toHaveBeenCalled()
})

test('shows each of several errors at its field, and the first one in the box too', async () => {
  const user = open('/auth?mode=signup')
  await fillSignUp(user, 'secret1')
  await user.clear(screen.getByLabelText('Full Name'))
  await user.clear(screen.getByLabelText('Company Name'))
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Full name is required')
  expect(screen.getByLabelText('Full Name')).toHaveAccessibleDescription('Full name is required')
  await user.type(screen.getByLabelText('Company Name'), 'N')
  expect(screen.getByLabelText('Full Name')).toHaveAccessibleDescription('Full name is required')
  expect(server.signUp).not.toHaveBeenCalled()
})

test('rejects a short password with the screen’s text', async () => {
  const user = open('/auth?mode=signup')
  await fillSignUp(user, 'abcde')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Password must be at least 6 characters long')
  expect(server.signUp).not.toHaveBeenCalled()
})

test('accepts a weak password with a hint', async () => {
  server.signUp.mockResolvedValue({ data: { user: {}, session: {} }, error: null })
  const user = open('/auth?mode=signup')
  await fillSignUp(user, '123456')
  expect(await screen.findByText(/Easy to guess/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect(server.signUp).toHaveBeenCalledExactlyOnceWith({
    email: 'ana@northwind.example',
    password: '123456',
    options: {
      data: { full_name: 'Ana Lopes', company_name: 'Northwind' },
      emailRedirectTo: `${location.origin}/auth/callback?for=signup`,
    },
  })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows the screen’s text for the server’s weak_password', async () => {
  server.signUp.mockResolvedValue(
    errorResult(new AuthWeakPasswordError('Password should be longer.', 422, ['length'])),
  )
  const user = open('/auth?mode=signup')
  await fillSignUp(user, 'secret')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Password must be at least 6 characters long')
  expect(screen.getByLabelText('Password')).toHaveFocus()
})

test('asks the user to confirm the address if the sign-up returns no session', async () => {
  server.signUp.mockResolvedValue({ data: { user: { id: 'u' }, session: null }, error: null })
  const user = open('/auth?mode=signup')
  await fillSignUp(user, 'secret')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toHaveFocus()
  expect(screen.getByText('ana@northwind.example')).toBeVisible()
  // A reload.
  user.unmount()
  const after = open(lastLocation)
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toBeVisible()
  expect(screen.getByLabelText('Email Address')).toHaveValue('ana@northwind.example')
  await after.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('ana@northwind.example')).toBeVisible()
  expect(JSON.stringify(lastLocation)).not.toContain('secret')
})

test.each<[string, Error, string]>([
  [
    'a wrong password',
    new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'),
    'Invalid login credentials',
  ],
  ['an error without a text', new AuthApiError('', 400, undefined), 'An error occurred'],
  ['an error of a proxy', new AuthRetryableFetchError('Bad Gateway', 502), 'An error occurred'],
  ['an invalid response', new AuthUnknownError('Unexpected token <', new SyntaxError()), 'An error occurred'],
  [
    'no network',
    new AuthRetryableFetchError('Failed to fetch', 0),
    'No connection to the server. Check your network and try again.',
  ],
])('shows the text for %s, and keeps the typed address', async (_case, error, text) => {
  server.signInWithPassword.mockResolvedValue(errorResult(error))
  const user = open()
  await user.type(screen.getByLabelText('Email Address'), 'ana@northwind.example')
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByLabelText('Email Address')).toHaveValue('ana@northwind.example')
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

test('ignores a second press while the request is running', async () => {
  server.signInWithPassword.mockReturnValue(new Promise(() => undefined))
  const user = open()
  await user.type(screen.getByLabelText('Email Address'), 'ana@northwind.example')
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}{Enter}')
  expect(screen.getByRole('button', { name: 'Sign In' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(server.signInWithPassword).toHaveBeenCalledOnce()
})

test('keeps the place of an error while sending again, so that no other button moves under the pointer', async () => {
  server.signInWithPassword.mockResolvedValueOnce(
    errorResult(new AuthApiError('Invalid login credentials', 400, 'invalid_credentials')),
  )
  server.signInWithPassword.mockReturnValueOnce(new Promise(() => undefined))
  const user = open()
  await user.type(screen.getByLabelText('Email Address'), 'ana@northwind.example')
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  expect(await screen.findByText('Invalid login credentials')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(screen.getByRole('button', { name: 'Sign In' })).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByText('Invalid login credentials')).toBeInTheDocument()
})

test('allows a password to be shown, hidden and pasted', async () => {
  const user = open()
  await user.click(screen.getByLabelText('Password'))
  await user.paste('from a manager')
  expect(screen.getByLabelText('Password')).toHaveValue('from a manager')
  await user.click(screen.getByRole('button', { name: 'Show Password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  await user.click(screen.getByRole('button', { name: 'Hide Password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
})

test('shows that a share was dropped because no user was signed in', async () => {
  open('/auth?share=dropped')
  expect(await screen.findByText('Sign in, then share it again')).toBeVisible()
})

test('shows how many unsent messages of an ended session are stored', () => {
  open('/auth', 2)
  expect(screen.getByText(/2 unsent messages wait for you on this device/)).toBeVisible()
})
