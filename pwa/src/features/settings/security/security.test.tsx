// Tests of the Security tab: password, identities and devices.
import { AuthRetryableFetchError } from '@supabase/auth-js'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import {
  account,
  api,
  device,
  EMAIL,
  errorResult,
  GOOGLE,
  library,
  ok,
  open,
  press,
  show,
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

test('saves a new password', async () => {
  library.updateUser.mockResolvedValue(ok)
  const user = await open(tab)
  await press('Change password')
  await user.type(screen.getByLabelText('New Password'), 'correct horse')
  await user.type(screen.getByLabelText('Confirm Password'), 'correct horse{Enter}')
  expect(await screen.findByText('Your password is changed')).toBeVisible()
  expect(library.updateUser).toHaveBeenCalledExactlyOnceWith({ password: 'correct horse' })
  expect(screen.queryByLabelText('New Password')).toBeNull()
})

test('asks for an emailed code and the current password if the server requires them', async () => {
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
  const user = await open(tab)
  await press('Change password')
  await user.type(screen.getByLabelText('New Password'), 'correct horse')
  await user.type(screen.getByLabelText('Confirm Password'), 'correct horse{Enter}')
  await user.type(await screen.findByLabelText('Code from your email'), '111111{Enter}')
  await user.type(await screen.findByLabelText('Current Password'), 'the old one{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This code is wrong or has expired. Check the newest one, or ask for another.',
  )
  expect(screen.getByLabelText('Code from your email')).toHaveFocus()
  await user.clear(screen.getByLabelText('Code from your email'))
  await user.type(screen.getByLabelText('Code from your email'), '222222{Enter}')
  expect(await screen.findByText('Your password is changed')).toBeVisible()
  expect(library.updateUser).toHaveBeenLastCalledWith({
    password: 'correct horse',
    current_password: 'the old one',
    nonce: '222222',
  })
  expect(library.reauthenticate).toHaveBeenCalledOnce()
})

test('hides the error of a failed link once another identity is unlinked', async () => {
  account([], [EMAIL, { ...GOOGLE, provider: 'sso' }])
  library.linkIdentity.mockResolvedValue(errorResult('x', 500, 'unexpected_failure'))
  await open(tab)
  await press('Link Google')
  expect(await screen.findByRole('alert')).toBeVisible()
  await press('Unlink Your company')
  await screen.findByRole('alertdialog')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('unlinks an identity after confirmation, but not the last one', async () => {
  account([], [EMAIL, GOOGLE])
  library.getUserIdentities.mockResolvedValue({ data: { identities: [EMAIL, GOOGLE] }, error: null })
  library.unlinkIdentity.mockResolvedValue(ok)
  await open(tab)
  expect(screen.queryByRole('button', { name: 'Link Google' })).toBeNull()
  await press('Unlink Google')
  account([], [EMAIL])
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlink' }),
  )
  expect(await screen.findByRole('button', { name: 'Link Google' })).toBeVisible()
  const ways = within(screen.getByRole('list', { name: 'Ways to sign in' })).getAllByRole('listitem')
  expect(ways.map((way) => way.textContent)).toEqual([expect.any(String), 'GoogleNot linkedLink'])
  expect(library.unlinkIdentity).toHaveBeenCalledExactlyOnceWith(GOOGLE)
  expect(screen.queryByRole('button', { name: /^Unlink/ })).toBeNull()
})

test('signs out another device, or all others at once, but not this one', async () => {
  stored.devices = [
    device('s2', 'Mozilla/5.0 (iPhone) Safari/604'),
    ...stored.devices,
    device('s3', 'python-httpx/0.28'),
  ]
  api.DELETE.mockResolvedValue({ data: { id: 's2' } })
  library.signOut.mockResolvedValue({ error: null })
  await open(tab)
  const rows = () => within(screen.getByRole('list', { name: 'Signed-in devices' })).getAllByRole('listitem')
  expect(rows().map((row) => within(row).queryByRole('button', { name: /^Sign out/ }) !== null)).toEqual([
    false,
    true,
    true,
  ])
  expect(rows()[0]).toHaveTextContent('Chrome on LinuxThis device')
  stored.devices = stored.devices.filter(({ id }) => id !== 's2')
  await press('Sign out Safari on iPhone')
  expect(await screen.findByText('Safari on iPhone is signed out')).toBeVisible()
  expect(api.DELETE).toHaveBeenCalledExactlyOnceWith('/rest/v1/sessions/{session_id}', {
    params: { path: { session_id: 's2' } },
  })
  expect(rows()).toHaveLength(2)
  await press('Sign out all others')
  expect(library.signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'others' })
})

test('shows an error without a connection, and retries', async () => {
  library.getUser.mockResolvedValueOnce({
    data: { user: null },
    error: new AuthRetryableFetchError('Failed to fetch', 0),
  })
  show(tab)
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection to the server.')
  await press('Retry')
  expect(await screen.findByRole('list', { name: 'Ways to sign in' })).toBeVisible()
})
