// Tests of the Profile tab as a client uses it, with a fake API client.
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import type { ThreadRow } from '../../../db/rows/messages'
import type { ReportRow } from '../../../db/rows/reports'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../../testing/sync/replicas'
import { reportRow } from '../../../testing/rows/reports'
import { clientRow } from '../../../testing/rows/rows'
import { thread } from '../../../testing/servers/wire-rows'
import { ToastProvider } from '../../../ui/feedback/toast'
import { ProfileTab } from './profile-tab'

const api = vi.hoisted(() => ({ PATCH: vi.fn() }))
vi.mock('../../../api/client', () => ({ api, NoAnswer: class extends Error {} }))
beforeEach(() => void vi.resetAllMocks())

async function open({
  stored = true,
  status = LIVE_CLIENT,
  reports = [] as ReportRow[],
  threads = [] as ThreadRow[],
} = {}) {
  const replica = freshReplica()
  await replica.reports.bulkPut(reports)
  await replica.threads.bulkPut(threads)
  if (stored) await replica.clients.put(clientRow())
  await replica.streams.put(readyStream('c:c1'))
  render(
    <MemoryRouter>
      <ToastProvider>
        <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(status) }}>
          <ProfileTab messagesHref="/messages" />
        </LiveContext>
      </ToastProvider>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

test('begins with the name and company of the user, and with who looks after them', async () => {
  await open({ reports: [reportRow({ author_name: 'Rui Costa' })] })
  const you = within(await screen.findByRole('region', { name: 'You' }))
  expect(you.getByRole('heading', { name: 'Ana Lopes' })).toBeVisible()
  expect(you.getByText('Northwind Roasters')).toBeVisible()
  expect(await you.findByText('Rui Costa')).toBeVisible()
  expect(you.getByText('Looks after you')).toBeVisible()
  expect(you.getByRole('link', { name: 'Message Rui' })).toHaveAttribute('href', '/messages')
})

test('names the admin who last read the messages of a user without reports', async () => {
  await open({ threads: [{ ...thread('c1', 1, { provider_read_by: 'Bea Lim' }), _s: ['c:c1'] }] })
  const you = within(await screen.findByRole('region', { name: 'You' }))
  expect(await you.findByText('Bea Lim')).toBeVisible()
})

test('names the team if no admin looks after the user', async () => {
  await open()
  const you = within(await screen.findByRole('region', { name: 'You' }))
  expect(you.getByText('Pulseboard team')).toBeVisible()
  expect(you.getByRole('link', { name: 'Message your team' })).toBeVisible()
})

async function renameCompany(to: string) {
  const user = await open()
  const field = await screen.findByLabelText('Company Name')
  await user.clear(field)
  await user.type(field, `${to}{Enter}`)
}

test('renames the company, and explains why the email address cannot be changed', async () => {
  api.PATCH.mockResolvedValue({ data: {} })
  await renameCompany('Northwind & Sons')
  expect(await screen.findByText('Profile updated successfully')).toBeVisible()
  expect(api.PATCH).toHaveBeenCalledExactlyOnceWith('/rest/v1/clients', {
    body: { company_name: 'Northwind & Sons' },
  })
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly')
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
    'Email cannot be changed. Please contact support if you need to update it.',
  )
  expect(screen.getByRole('link', { name: 'contact support' })).toHaveAttribute('href', '/messages')
})

test.each([
  ['', {}, 'Company name is required', 0],
  [
    'Other',
    { error: { code: 'unexpected_failure', message: 'An error occurred' } },
    'Failed to update profile. Please try again.',
    1,
  ],
  [
    'Other',
    { error: { code: 'client_not_found', message: 'Client not found' } },
    'No client account found. Please contact support.',
    1,
  ],
])('shows the result of saving %j, if the server returns %j: %s', async (typed, answer, text, calls) => {
  api.PATCH.mockResolvedValue(answer)
  await renameCompany(typed)
  expect(await screen.findByText(text)).toBeVisible()
  expect(api.PATCH).toHaveBeenCalledTimes(calls)
})

test.each([
  ['No client account found. Please contact support.', LIVE_CLIENT],
  ['No client account found. Please contact support.', LIVE_ADMIN],
])('shows “%s” if there is no client', async (text, status) => {
  await open({ stored: false, status })
  expect(await screen.findByText(text)).toBeVisible()
})

test('shows an error if nothing is stored and the device is offline', async () => {
  await open({
    stored: false,
    status: {
      ...LIVE_CLIENT,
      client_id: 'c2',
      link: { is: 'offline', since: '2026-11-21T13:02:10.000000Z' },
      stalled: true,
    },
  })
  expect(await screen.findByText('Error loading client data. Please try again later.')).toBeVisible()
})
