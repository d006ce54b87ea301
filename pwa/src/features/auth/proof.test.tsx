// Tests of the verifier by which a browser proves that it made a sign-up. Only the auth service's responses are fake.
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import { authStorage } from '../../api/auth/storage'
import { storageKey } from '../../api/auth/session-store'
import { AuthScreen } from './auth-screen'

const server = vi.hoisted(() => ({ signUp: vi.fn(), verifyOtp: vi.fn(), resend: vi.fn() }))
vi.mock('../../api/auth/auth', () => ({ auth: () => Promise.resolve(server) }))
vi.mock('../../api/auth/sign-in-methods', () => ({
  storedSignInMethods: () => ({}),
  fetchSignInMethods: () => Promise.resolve({}),
}))
await import('./mailed-code')
await import('./request-mail')

const signedIn = { data: { session: {}, user: {} }, error: null }

beforeEach(async () => {
  vi.resetAllMocks()
  await authStorage.removeItem(`${storageKey()}-flows-code-verifier`)
})

function open(address: string) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <AuthScreen unsent={0} />
    </MemoryRouter>,
  )
  return userEvent.setup()
}

/** Stores a code verifier the way the auth library does. */
async function remember(...verifiers: string[]) {
  const ids = verifiers.map((verifier) => `id-${verifier}`)
  await authStorage.setItem(`${storageKey()}-flows-code-verifier`, JSON.stringify(ids))
  for (const verifier of verifiers)
    await authStorage.setItem(`${storageKey()}-flow-id-${verifier}-code-verifier`, JSON.stringify(verifier))
}

test('sends the whole sign-up again on request, and sends its code with the newest verifier', async () => {
  server.signUp.mockResolvedValue({ data: { session: null, user: {} }, error: null })
  server.verifyOtp.mockResolvedValue(signedIn)
  const user = open('/auth?mode=signup')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const typing = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await typing.type(screen.getByLabelText('Full Name'), 'Ana')
  await typing.type(screen.getByLabelText('Company Name'), 'Northwind')
  await typing.type(screen.getByLabelText('Email Address'), 'ana@northwind.example')
  await typing.type(screen.getByLabelText('Password'), 'secret')
  await typing.type(screen.getByLabelText('Confirm Password'), 'secret{Enter}')
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toHaveFocus()
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  await typing.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('A new code is on its way.')).toBeVisible()
  expect(server.signUp).toHaveBeenCalledTimes(2)
  expect(server.signUp.mock.calls[1]).toEqual(server.signUp.mock.calls[0])
  expect(server.resend).not.toHaveBeenCalled()
  vi.useRealTimers()
  await remember('former', 'newest/recovery')
  await user.type(screen.getByLabelText('Code'), '123456')
  const sent = { type: 'signup', email: 'ana@northwind.example', token: '123456', code_verifier: 'newest' }
  await vi.waitFor(() => expect(server.verifyOtp).toHaveBeenCalledExactlyOnceWith(sent))
})

test('asks for address and code of a sign-up in another browser, and sends a random verifier', async () => {
  server.verifyOtp.mockResolvedValue(signedIn)
  const user = open('/auth?mode=confirm')
  await user.type(await screen.findByLabelText('Email Address'), 'ana@northwind.example{Enter}')
  await user.type(await screen.findByLabelText('Code'), '123456')
  const sent = {
    type: 'signup',
    email: 'ana@northwind.example',
    token: '123456',
    code_verifier: expect.stringMatching(/^[a-z0-9-]{73}$/) as string,
  }
  await vi.waitFor(() => expect(server.verifyOtp).toHaveBeenCalledExactlyOnceWith(sent))
  expect(server.signUp).not.toHaveBeenCalled()
})
