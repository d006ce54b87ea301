// The Security tab as a user uses it, with a fake service.
import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import { ToastProvider } from '../../../ui/feedback/toast'
import { SecurityTab } from './security-tab'
import { SettingsScreen } from '../settings-screen'

const library = vi.hoisted(() => ({
  getUser: vi.fn(),
  updateUser: vi.fn(),
  reauthenticate: vi.fn(),
  refreshSession: vi.fn(),
  signOut: vi.fn(),
  linkIdentity: vi.fn(),
  getUserIdentities: vi.fn(),
  unlinkIdentity: vi.fn(),
  mfa: { enroll: vi.fn(), challenge: vi.fn(), verify: vi.fn(), unenroll: vi.fn() },
}))
const api = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn(), DELETE: vi.fn() }))
const proof = vi.hoisted(() => ({ at: () => Date.now() }))
vi.mock('../../../api/auth/auth', () => ({
  auth: () => Promise.resolve(library),
  storedSession: () => Promise.resolve({}),
}))
vi.mock('../../../api/auth/auth-time', () => ({ provedAt: () => proof.at() }))
vi.mock('../../../api/client', () => ({ api, NoAnswer: class extends Error {} }))
const OFFERS = { google: true, company: false, linking: true, texts: true }
vi.mock('../../../api/auth/sign-in-methods', () => ({
  storedSignInMethods: () => OFFERS,
  fetchSignInMethods: () => Promise.resolve(OFFERS),
}))

const EMAIL = { identity_id: 'i1', provider: 'email', identity_data: { email: 'ana@northwind.example' } }
const GOOGLE = { identity_id: 'i2', provider: 'google', identity_data: { email: 'ana@gmail.example' } }
const APP = {
  id: 'f1',
  factor_type: 'totp',
  status: 'verified',
  friendly_name: 'Authenticator app',
  created_at: '2026-11-20T10:00:00Z',
}
const device = (id: string, user_agent: string, is_current = false) => {
  const at = '2026-11-20T10:00:00Z'
  return {
    id,
    user_agent,
    address: '203.0.113.7',
    aal: 'aal1',
    amr: [],
    is_current,
    created_at: at,
    refreshed_at: at,
  }
}
const ok = { data: {}, error: null }
const errorResult = (message: string, status: number, code: string) => ({
  data: null,
  error: new AuthApiError(message, status, code),
})

let codesLeft = 0
let devices = [device('s1', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0', true)]

function account(factors: unknown[] = [], identities: unknown[] = [EMAIL]) {
  library.getUser.mockResolvedValue({
    data: { user: { email: 'ana@northwind.example', identities, factors, app_metadata: {} } },
    error: null,
  })
}

beforeEach(() => {
  vi.resetAllMocks()
  codesLeft = 0
  devices = [device('s1', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0', true)]
  account()
  api.GET.mockImplementation((path: string) =>
    Promise.resolve({
      data: path === '/rest/v1/sessions' ? { data: devices } : { left: codesLeft, created_at: null },
    }),
  )
})

async function open() {
  render(
    <MemoryRouter initialEntries={['/dashboard/settings']}>
      <ToastProvider>
        <Routes>
          <Route path="/dashboard/settings/:tab?" element={<Here />} />
        </Routes>
      </ToastProvider>
    </MemoryRouter>,
  )
  await screen.findByRole('list', { name: 'Signed-in devices' })
  return userEvent.setup()
}

function Here() {
  return (
    <SettingsScreen
      isComplete
      home="/dashboard/settings"
      tab="security"
      tabs={[{ slug: 'security', label: 'Security', Content: SecurityTab }]}
    />
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a new password is saved, and the other devices are told of', async () => {
  library.updateUser.mockResolvedValue(ok)
  const user = await open()
  await press('Change password')
  await user.type(screen.getByLabelText('New Password'), 'correct horse')
  await user.type(screen.getByLabelText('Confirm Password'), 'correct horse{Enter}')
  expect(await screen.findByText('Your password is changed')).toBeVisible()
  expect(library.updateUser).toHaveBeenCalledExactlyOnceWith({ password: 'correct horse' })
  expect(screen.queryByLabelText('New Password')).toBeNull()
})

test('a server that wants to be sure asks for the code of a mail, and for the current password', async () => {
  library.updateUser
    .mockResolvedValueOnce(
      errorResult('Password update requires reauthentication', 400, 'reauthentication_needed'),
    )
    .mockResolvedValueOnce(
      errorResult('Current password required when setting new password.', 400, 'current_password_required'),
    )
    .mockResolvedValueOnce(errorResult('Nonce has expired or is invalid', 422, 'reauthentication_not_valid'))
    .mockResolvedValueOnce(ok)
  library.reauthenticate.mockResolvedValue(ok)
  const user = await open()
  await press('Change password')
  await user.type(screen.getByLabelText('New Password'), 'correct horse')
  await user.type(screen.getByLabelText('Confirm Password'), 'correct horse{Enter}')
  await user.type(await screen.findByLabelText('Code from your e-mail'), '111111{Enter}')
  await user.type(await screen.findByLabelText('Current Password'), 'the old one{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This code is wrong or has expired. Check the newest one, or ask for another.',
  )
  expect(screen.getByLabelText('Code from your e-mail')).toHaveFocus()
  await user.clear(screen.getByLabelText('Code from your e-mail'))
  await user.type(screen.getByLabelText('Code from your e-mail'), '222222{Enter}')
  expect(await screen.findByText('Your password is changed')).toBeVisible()
  expect(library.updateUser).toHaveBeenLastCalledWith({
    password: 'correct horse',
    current_password: 'the old one',
    nonce: '222222',
  })
  expect(library.reauthenticate).toHaveBeenCalledOnce()
})

test('an app is set up with its picture, and recovery codes follow at once', async () => {
  library.mfa.enroll.mockResolvedValue({
    data: { id: 'f1', totp: { qr_code: 'data:image/svg+xml,x', secret: 'ABCDEFGH' } },
    error: null,
  })
  library.mfa.challenge.mockResolvedValue({ data: { id: 'c1' }, error: null })
  library.mfa.verify
    .mockResolvedValueOnce(errorResult('Invalid TOTP code entered', 422, 'mfa_verification_failed'))
    .mockResolvedValueOnce(ok)
  api.POST.mockResolvedValue({ data: { codes: ['aaaaa-bbbbb-ccccc', 'ddddd-eeeee-fffff'] } })
  const user = await open()
  await press('Set up an authenticator app')
  expect(await screen.findByRole('img', { name: /QR code/ })).toHaveAttribute('src', 'data:image/svg+xml,x')
  expect(library.mfa.enroll).toHaveBeenCalledExactlyOnceWith({
    factorType: 'totp',
    friendlyName: 'Authenticator app',
    issuer: 'Pulseboard',
  })
  await user.type(screen.getByLabelText('Code that the app shows'), '000000')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This code is wrong. Enter the one that the app shows now.',
  )
  account([APP])
  await user.type(screen.getByLabelText('Code that the app shows'), '123456')
  const question = await screen.findByRole('dialog', { name: 'Make recovery codes' })
  codesLeft = 2
  await userEvent.click(within(question).getByRole('button', { name: 'Make codes' }))
  const codes = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((code) => code.textContent),
  ).toEqual(['aaaaa-bbbbb-ccccc', 'ddddd-eeeee-fffff'])
  await press('Copy')
  expect(await navigator.clipboard.readText()).toBe('aaaaa-bbbbb-ccccc\nddddd-eeeee-fffff\n')
  await press('I have kept them')
  expect(await screen.findByText(/2 codes left/)).toBeVisible()
  expect(screen.queryByText('aaaaa-bbbbb-ccccc')).toBeNull()
  expect(library.mfa.unenroll).not.toHaveBeenCalled()
})

test('an app that is given up leaves nothing behind', async () => {
  library.mfa.enroll.mockResolvedValue({
    data: { id: 'f9', totp: { qr_code: 'data:image/svg+xml,x', secret: 'ABCDEFGH' } },
    error: null,
  })
  library.mfa.unenroll.mockResolvedValue(ok)
  await open()
  await press('Set up an authenticator app')
  await screen.findByRole('img', { name: /QR code/ })
  await press('Cancel')
  expect(library.mfa.unenroll).toHaveBeenCalledExactlyOnceWith({ factorId: 'f9' })
})

test('a phone that was begun elsewhere and not finished is in nobody’s way', async () => {
  const taken = errorResult(
    'A factor with the friendly name "Phone 0100" for this user already exists',
    422,
    'mfa_factor_name_conflict',
  )
  library.mfa.enroll.mockResolvedValueOnce(taken).mockResolvedValueOnce({ data: { id: 'f2' }, error: null })
  library.mfa.challenge.mockResolvedValue({ data: { id: 'c2' }, error: null })
  const user = await open()
  await press('Add a phone')
  await user.type(screen.getByLabelText('Phone number'), '+1 555 010 0100{Enter}')
  expect(await screen.findByLabelText('Code')).toBeVisible()
  const named = expect.stringMatching(/^Phone 0100 [1-9]\d\d$/) as string
  expect(library.mfa.enroll).toHaveBeenLastCalledWith({
    factorType: 'phone',
    friendlyName: named,
    phone: '+15550100100',
  })
})

test('a phone is asked for in full, and gets its code', async () => {
  library.mfa.enroll.mockResolvedValue({ data: { id: 'f2' }, error: null })
  library.mfa.challenge.mockResolvedValue({ data: { id: 'c2' }, error: null })
  library.mfa.verify.mockResolvedValue(ok)
  const user = await open()
  await press('Add a phone')
  await user.type(screen.getByLabelText('Phone number'), '555 0100{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter the number with its country code')
  await user.clear(screen.getByLabelText('Phone number'))
  await user.type(screen.getByLabelText('Phone number'), '+1 555 010 0100{Enter}')
  await user.type(await screen.findByLabelText('Code'), '123456')
  expect(library.mfa.enroll).toHaveBeenCalledExactlyOnceWith({
    factorType: 'phone',
    friendlyName: 'Phone 0100',
    phone: '+15550100100',
  })
  expect(library.mfa.verify).toHaveBeenCalledExactlyOnceWith({
    factorId: 'f2',
    challengeId: 'c2',
    code: '123456',
  })
})

test('a factor goes only when that is confirmed', async () => {
  account([APP])
  codesLeft = 10
  library.mfa.unenroll.mockResolvedValue(ok)
  library.refreshSession.mockResolvedValue(ok)
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Authenticator app' }))
  const question = await screen.findByRole('alertdialog', { name: 'Remove Authenticator app?' })
  expect(library.mfa.unenroll).not.toHaveBeenCalled()
  account([])
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Authenticator app is removed')).toBeVisible()
  expect(library.refreshSession).toHaveBeenCalledOnce()
})

test('a link that failed is no news once another way in is unlinked', async () => {
  account([], [EMAIL, { ...GOOGLE, provider: 'sso' }])
  library.linkIdentity.mockResolvedValue(errorResult('x', 500, 'unexpected_failure'))
  await open()
  await press('Link Google')
  expect(await screen.findByRole('alert')).toBeVisible()
  await press('Unlink Your company')
  await screen.findByRole('alertdialog')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the last way in cannot be unlinked; another one can, when that is confirmed', async () => {
  account([], [EMAIL, GOOGLE])
  library.getUserIdentities.mockResolvedValue({ data: { identities: [EMAIL, GOOGLE] }, error: null })
  library.unlinkIdentity.mockResolvedValue(ok)
  await open()
  expect(screen.queryByRole('button', { name: 'Link Google' })).toBeNull()
  await press('Unlink Google')
  account([], [EMAIL])
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlink' }),
  )
  expect(await screen.findByRole('button', { name: 'Link Google' })).toBeVisible()
  expect(library.unlinkIdentity).toHaveBeenCalledExactlyOnceWith(GOOGLE)
  expect(screen.queryByRole('button', { name: /^Unlink/ })).toBeNull()
})

test('each device can be signed out but this one, and all others at once', async () => {
  devices = [device('s2', 'Mozilla/5.0 (iPhone) Safari/604'), ...devices, device('s3', 'python-httpx/0.28')]
  api.DELETE.mockResolvedValue({ data: { id: 's2' } })
  library.signOut.mockResolvedValue({ error: null })
  await open()
  const rows = () => within(screen.getByRole('list', { name: 'Signed-in devices' })).getAllByRole('listitem')
  expect(rows().map((row) => within(row).queryByRole('button') !== null)).toEqual([false, true, true])
  expect(rows()[0]).toHaveTextContent('Chrome on LinuxThis device')
  devices = devices.filter(({ id }) => id !== 's2')
  await press('Sign out Safari on iPhone')
  expect(await screen.findByText('Safari on iPhone is signed out')).toBeVisible()
  expect(api.DELETE).toHaveBeenCalledExactlyOnceWith('/rest/v1/sessions/{session_id}', {
    params: { path: { session_id: 's2' } },
  })
  expect(rows()).toHaveLength(2)
  await press('Sign out all others')
  expect(library.signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'others' })
})

test('without an answer it says so, and asks again', async () => {
  library.getUser.mockResolvedValueOnce({
    data: { user: null },
    error: new AuthRetryableFetchError('Failed to fetch', 0),
  })
  render(
    <MemoryRouter>
      <ToastProvider>
        <Here />
      </ToastProvider>
    </MemoryRouter>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection to the server.')
  await press('Retry')
  expect(await screen.findByRole('list', { name: 'Ways to sign in' })).toBeVisible()
})
