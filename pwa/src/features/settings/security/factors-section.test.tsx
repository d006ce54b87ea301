// Tests of second factors on the Security tab: authenticator app, phone, recovery codes, and removal.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import {
  account,
  api,
  APP,
  errorResult,
  library,
  ok,
  open,
  press,
  stored,
  withAccount,
} from '../../../testing/screens/security'
import { SecurityTab } from './security-tab'
import { SettingsScreen } from '../settings-screen'

vi.mock('../../../api/auth/auth', async () => (await import('../../../testing/screens/security')).fakeAuth)
vi.mock(
  '../../../api/auth/auth-time',
  async () => (await import('../../../testing/screens/security')).fakeAuthTime,
)
vi.mock('../../../api/client', async () => (await import('../../../testing/screens/security')).fakeClient)
vi.mock(
  '../../../api/auth/sign-in-methods',
  async () => (await import('../../../testing/screens/security')).fakeSignInMethods,
)
withAccount()

const tab = (
  <SettingsScreen
    isComplete
    home="/dashboard/settings"
    tab="security"
    tabs={[{ slug: 'security', label: 'Security', Content: SecurityTab }]}
  />
)

test('sets up an authenticator app with a QR code, then offers recovery codes', async () => {
  library.mfa.enroll.mockResolvedValue({
    data: { id: 'f1', totp: { qr_code: 'data:image/svg+xml,x', secret: 'ABCDEFGH' } },
    error: null,
  })
  library.mfa.challenge.mockResolvedValue({ data: { id: 'c1' }, error: null })
  library.mfa.verify
    .mockResolvedValueOnce(errorResult('Invalid TOTP code entered', 422, 'mfa_verification_failed'))
    .mockResolvedValueOnce(ok)
  api.POST.mockResolvedValue({ data: { codes: ['aaaaa-bbbbb-ccccc', 'ddddd-eeeee-fffff'] } })
  const user = await open(tab)
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
  stored.codesLeft = 2
  await userEvent.click(within(question).getByRole('button', { name: 'Make codes' }))
  const codes = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((code) => code.textContent),
  ).toEqual(['aaaaa-bbbbb-ccccc', 'ddddd-eeeee-fffff'])
  await press('Copy')
  expect(await navigator.clipboard.readText()).toBe('aaaaa-bbbbb-ccccc\nddddd-eeeee-fffff\n')
  await press('I’ve saved them')
  expect(await screen.findByText(/2 codes left/)).toBeVisible()
  expect(screen.queryByText('aaaaa-bbbbb-ccccc')).toBeNull()
  expect(library.mfa.unenroll).not.toHaveBeenCalled()
})

test('warns that codes are replaced if their number could not be loaded', async () => {
  account([APP])
  api.GET.mockImplementation((path: string) =>
    path === '/rest/v1/sessions'
      ? Promise.resolve({ data: { data: stored.devices } })
      : Promise.reject(new TypeError('Failed to fetch')),
  )
  library.mfa.enroll.mockResolvedValue({
    data: { id: 'f3', totp: { qr_code: 'data:image/svg+xml,x', secret: 'ABCDEFGH' } },
    error: null,
  })
  library.mfa.challenge.mockResolvedValue({ data: { id: 'c3' }, error: null })
  library.mfa.verify.mockResolvedValue(ok)
  const user = await open(tab)
  await press('Add another app')
  await user.type(await screen.findByLabelText('Code that the app shows'), '123456')
  const question = await screen.findByRole('dialog', { name: /recovery codes/ })
  expect(question).toHaveAccessibleName('Make new recovery codes?')
  expect(question).toHaveAccessibleDescription('Your current codes will stop working.')
  expect(api.POST).not.toHaveBeenCalled()
})

test.each([
  ['Set up an authenticator app', '', 'QR code to scan with your app'],
  ['Add a phone', '+1 555 010 0100{Enter}', 'Code'],
])('shows an error if the library fails (%s)', async (button, typed, missing) => {
  library.mfa.enroll.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  const user = await open(tab)
  await press(button)
  if (typed !== '') await user.type(screen.getByLabelText('Phone number'), typed)
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred')
  expect(screen.queryByLabelText(missing)).toBeNull()
  expect(screen.queryByAltText(missing)).toBeNull()
})

test('removes the unverified factor if the setup is cancelled', async () => {
  library.mfa.enroll.mockResolvedValue({
    data: { id: 'f9', totp: { qr_code: 'data:image/svg+xml,x', secret: 'ABCDEFGH' } },
    error: null,
  })
  library.mfa.unenroll.mockResolvedValue(ok)
  await open(tab)
  await press('Set up an authenticator app')
  await screen.findByRole('img', { name: /QR code/ })
  await press('Cancel')
  expect(library.mfa.unenroll).toHaveBeenCalledExactlyOnceWith({ factorId: 'f9' })
})

test('keeps a factor that is verified while its setup is closed', async () => {
  library.mfa.enroll.mockResolvedValue({
    data: { id: 'f1', totp: { qr_code: 'data:image/svg+xml,x', secret: 'ABCDEFGH' } },
    error: null,
  })
  library.mfa.challenge.mockResolvedValue({ data: { id: 'c1' }, error: null })
  let verified: (reply: typeof ok) => void = () => undefined
  library.mfa.verify.mockImplementation(() => new Promise((resolve) => (verified = resolve)))
  const user = await open(tab)
  await press('Set up an authenticator app')
  await user.type(await screen.findByLabelText('Code that the app shows'), '123456')
  await waitFor(() => expect(library.mfa.verify).toHaveBeenCalledOnce())
  await press('Cancel')
  account([APP])
  verified(ok)
  expect(await screen.findByRole('dialog', { name: 'Make recovery codes' })).toBeVisible()
  expect(library.mfa.unenroll).not.toHaveBeenCalled()
})

test('adds a phone whose setup was started elsewhere and not finished', async () => {
  const taken = errorResult(
    'A factor with the friendly name "Phone 0100" for this user already exists',
    422,
    'mfa_factor_name_conflict',
  )
  library.mfa.enroll.mockResolvedValueOnce(taken).mockResolvedValueOnce({ data: { id: 'f2' }, error: null })
  library.mfa.challenge.mockResolvedValue({ data: { id: 'c2' }, error: null })
  const user = await open(tab)
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

test('requires the country code of a phone number, and verifies the phone by code', async () => {
  library.mfa.enroll.mockResolvedValue({ data: { id: 'f2' }, error: null })
  library.mfa.challenge.mockResolvedValue({ data: { id: 'c2' }, error: null })
  library.mfa.verify.mockResolvedValue(ok)
  const user = await open(tab)
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

test('removes a factor only after confirmation', async () => {
  account([APP])
  stored.codesLeft = 10
  library.mfa.unenroll.mockResolvedValue(ok)
  library.refreshSession.mockResolvedValue(ok)
  await open(tab)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Authenticator app' }))
  const question = await screen.findByRole('alertdialog', { name: 'Remove Authenticator app?' })
  expect(library.mfa.unenroll).not.toHaveBeenCalled()
  account([])
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Authenticator app is removed')).toBeVisible()
  expect(library.refreshSession).toHaveBeenCalledOnce()
})
