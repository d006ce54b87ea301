// Tests of the data tab: a user exports their data and erases the account, with a fake API client.
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { freshReplica } from '../../../testing/sync/replicas'
import { ToastProvider } from '../../../ui/feedback/toast'
import { DataTab } from './data-tab'

const library = vi.hoisted(() => ({ signOut: vi.fn() }))
const api = vi.hoisted(() => ({ POST: vi.fn() }))
vi.mock('../../../api/auth/auth', () => ({
  auth: () => Promise.resolve(library),
  storedSession: () => Promise.resolve(null),
}))
vi.mock('../../../api/client', () => ({ api, NoAnswer: class extends Error {} }))
const MAILED = { data: { sent_to: 'maya@x.example' } }
const WRONG_CODE = {
  error: { code: 'wrong_code', message: 'This code is not right, or no longer good' },
  response: { ok: false },
}

beforeEach(() => {
  vi.resetAllMocks()
  library.signOut.mockResolvedValue({ error: null })
})

async function open({ status = LIVE_CLIENT } = {}) {
  const replica = freshReplica()
  await replica.drafts.put({ id: 'c1', text: 'Not sent yet' })
  render(
    <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(status) }}>
      <ToastProvider>
        <DataTab />
      </ToastProvider>
    </LiveContext>,
  )
  return { user: userEvent.setup(), replica }
}

async function eraseWithCode(code: string) {
  const { user, replica } = await open()
  await user.click(screen.getByRole('button', { name: 'Erase everything' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Erase everything?' }))
  await user.click(dialog.getByRole('button', { name: 'Send me the code' }))
  expect(
    await dialog.findByText(/the mail “Erase your account\?” that we sent to maya@x\.example/),
  ).toBeVisible()
  await user.type(dialog.getByLabelText('Code'), code)
  await user.click(dialog.getByRole('button', { name: 'Erase everything' }))
  return replica
}

test('downloads a copy of the data from a signed URL', async () => {
  api.POST.mockResolvedValue({ data: { address: '/functions/v1/export-data/abc', valid_s: 300 } })
  const followed: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.getAttribute('href') ?? '')
  })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await vi.waitFor(() => expect(followed).toEqual(['/functions/v1/export-data/abc']))
})

test('erases the account and the data on this device with the correct code', async () => {
  api.POST.mockResolvedValueOnce(MAILED).mockResolvedValue({ response: { ok: true } })
  const replica = await eraseWithCode('493817')
  await vi.waitFor(() => expect(library.signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'local' }))
  expect(api.POST.mock.calls).toEqual([
    ['/functions/v1/erase-account-code'],
    ['/functions/v1/erase-account', { body: { nonce: '493817' } }],
  ])
  expect(await screen.findByText('Your account is erased')).toBeVisible()
  expect(await replica.drafts.count()).toBe(0)
})

test('erases nothing with a wrong code', async () => {
  api.POST.mockResolvedValueOnce(MAILED).mockResolvedValue(WRONG_CODE)
  const replica = await eraseWithCode('000000')
  expect(await screen.findByText('This code is not right, or no longer good')).toBeVisible()
  expect(await replica.drafts.count()).toBe(1)
  expect(library.signOut).not.toHaveBeenCalled()
})

test('hides the error of a failed download during a retry', async () => {
  api.POST.mockResolvedValueOnce({
    error: { code: 'x', message: 'An error occurred' },
    response: { ok: false },
  }).mockReturnValue(new Promise(() => undefined))
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Download' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Download' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('hides the error of a wrong code while the next one is checked', async () => {
  api.POST.mockResolvedValueOnce(MAILED)
    .mockResolvedValueOnce(WRONG_CODE)
    .mockReturnValue(new Promise(() => undefined))
  await eraseWithCode('000000')
  expect(await screen.findByText('This code is not right, or no longer good')).toBeVisible()
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Erase everything' }),
  )
  expect(screen.queryByText('This code is not right, or no longer good')).toBeNull()
})

test('explains that administrators cannot erase themselves', async () => {
  await open({ status: LIVE_ADMIN })
  expect(screen.getByText(/Administrators cannot erase their own account/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Erase everything' })).toBeNull()
})
