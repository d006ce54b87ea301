// Tests of the callback from an email or a provider. Only the auth service's responses are fake.
import { AuthApiError, AuthPKCECodeVerifierMissingError } from '@supabase/auth-js'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BrowserRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

const server = vi.hoisted(() => ({ exchangeCodeForSession: vi.fn() }))
vi.mock('../../../api/auth/auth', () => ({ auth: () => Promise.resolve(server) }))

beforeEach(() => {
  vi.resetModules()
  vi.resetAllMocks()
})

async function openCallback(rest: string) {
  window.history.replaceState(null, '', `/auth/callback${rest}`)
  const { default: CallbackScreen } = await import('./callback-screen')
  render(
    <BrowserRouter>
      <Routes>
        <Route
          path="/auth/callback"
          element={<CallbackScreen signIn="/auth" security="/dashboard/settings/security" />}
        />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </BrowserRouter>,
  )
  return userEvent.setup()
}

const failExchange = (error: Error) =>
  server.exchangeCodeForSession.mockResolvedValue({ data: { session: null }, error })
const currentPath = () => location.pathname + location.search

test.each([
  ['google', '/auth'],
  ['recovery', '/auth'],
  ['link', '/dashboard/settings/security'],
])('redeems the code of %s once, removes it from the URL, and redirects to %s', async (purpose, to) => {
  server.exchangeCodeForSession.mockResolvedValue({ data: { session: {} }, error: null })
  await openCallback(`?for=${purpose}&code=abc`)
  expect(await screen.findByText('elsewhere')).toBeVisible()
  expect(currentPath()).toBe(to)
  expect(server.exchangeCodeForSession).toHaveBeenCalledExactlyOnceWith('abc')
})

async function expectCodeStep(user: ReturnType<typeof userEvent.setup>) {
  expect(await screen.findByRole('heading', { name: 'Opened in a different browser' })).toBeVisible()
  expect(currentPath()).toBe('/auth/callback')
  await user.click(screen.getByRole('button', { name: 'Enter the code' }))
  expect(currentPath()).toBe('/auth?mode=confirm')
}

test('asks for the mailed code if a sign-up link is opened in another browser', async () => {
  failExchange(new AuthPKCECodeVerifierMissingError())
  await expectCodeStep(await openCallback('?for=signup&code=abc'))
})

test('asks for the mailed code if another request was made after the sign-up', async () => {
  failExchange(new AuthApiError('code challenge does not match', 400, 'bad_code_verifier'))
  await expectCodeStep(await openCallback('?for=signup&code=abc'))
})

test.each([
  ['recovery', '/auth?mode=recover'],
  ['email', '/auth?mode=code'],
])('offers a new code if a link for %s is opened in another browser', async (purpose, to) => {
  failExchange(new AuthPKCECodeVerifierMissingError())
  const user = await openCallback(`?for=${purpose}&code=abc`)
  expect(await screen.findByRole('heading', { name: 'Opened in a different browser' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send a new code' }))
  expect(currentPath()).toBe(to)
})

test('shows an error if the link has expired', async () => {
  failExchange(new AuthApiError('invalid flow state, flow state has expired', 422, 'flow_state_expired'))
  await openCallback('?for=email&code=abc')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This link has expired, was used before, or was opened in another browser.',
  )
  expect(screen.getByRole('button', { name: 'Send a new code' })).toBeVisible()
})

test.each([
  ['#access_token=a&refresh_token=r&expires_in=60&token_type=bearer', 'Not a valid PKCE flow url.'],
  ['', 'No code detected.'],
  [
    '?for=google&error=access_denied&error_code=bad_oauth_callback&error_description=access_denied',
    'Authorization was denied or cancelled.',
  ],
])('shows an error for the callback “%s” without a request: %s', async (rest, text) => {
  const user = await openCallback(rest)
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(server.exchangeCodeForSession).not.toHaveBeenCalled()
  expect(location.hash).toBe('')
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }))
  expect(currentPath()).toBe('/auth')
})
