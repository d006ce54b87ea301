// Tests of the audit log: new entries appear while it is open, and loaded pages stay.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { botRow } from '../../../testing/rows/bots'
import { clientRow } from '../../../testing/rows/rows'
import { fakeSync, LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { type AdminDashboard, AdminDashboardContext } from '../admin-dashboard'
import AuditLog from './audit-log'
import * as remote from '../remote'

vi.mock('../remote', { spy: true })

let replica: Replica
let cursor = 0
beforeEach(async () => {
  vi.clearAllMocks()
  replica = new Replica(`audit-${String(Math.random())}`)
  await changed()
})
afterEach(async () => {
  vi.useRealTimers()
  await replica.delete()
})

const event = (n: number): remote.AuditEvent => ({
  id: `d${String(n)}`,
  at: '2026-11-21T10:00:00Z',
  actor: `Admin ${String(n)}`,
  action: 'client.edited',
  subject: 'c1',
  detail: { company: 'Ash' },
})
const page = (next: string | null, ...numbers: number[]) => ({ value: { rows: numbers.map(event), next } })
const answers = (reply: remote.Reply<remote.AuditPage>) =>
  vi.mocked(remote.fetchAuditLog).mockResolvedValue(reply)
const actors = () =>
  screen
    .getAllByRole('listitem')
    .map((item) => item.querySelector('strong')?.textContent.replace('Admin ', ''))
/** Simulates a change by another admin that reaches this device. */
const changed = () =>
  act(() =>
    replica.streams.put({
      s: 'w',
      e: 'e',
      cursor: ++cursor,
      at: 'c',
      mode: 'ready',
      load: 'l',
      loading: null,
    }),
  )

function open(status = LIVE_ADMIN) {
  const sync = fakeSync(status)
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u9', replica, sync }}>
        <AdminDashboardContext value={{ clientOf: (id) => `/d?client=${id}` } as AdminDashboard}>
          <AuditLog />
        </AdminDashboardContext>
      </LiveContext>
    </MemoryRouter>,
  )
  return { sync, user: userEvent.setup() }
}

test('shows new entries of another admin on top, and keeps older pages', async () => {
  answers(page('d5', 6, 5))
  const { user } = open()
  await waitFor(() => expect(actors()).toEqual(['6', '5']))
  vi.mocked(remote.fetchAuditLog).mockResolvedValueOnce(page(null, 4, 3))
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  await waitFor(() => expect(actors()).toEqual(['6', '5', '4', '3']))
  expect(remote.fetchAuditLog).toHaveBeenLastCalledWith({ words: '' }, 'd5')
  answers(page('d6', 7, 6))
  await changed()
  await waitFor(() => expect(actors()).toEqual(['7', '6', '5', '4', '3']), { timeout: 5000 })
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('starts the list again if more than one page of entries is new', async () => {
  answers(page('d1', 2, 1))
  open()
  await waitFor(() => expect(actors()).toEqual(['2', '1']))
  answers(page('d8', 9, 8))
  await changed()
  await waitFor(() => expect(actors()).toEqual(['9', '8']), { timeout: 5000 })
  expect(screen.getByRole('button', { name: 'Show older' })).toBeVisible()
})

test('shows an entry within 5 s if the stream has no change', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
  answers(page(null, 1))
  open()
  await waitFor(() => expect(actors()).toEqual(['1']))
  answers(page(null, 2, 1))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await waitFor(() => expect(actors()).toEqual(['2', '1']))
})

test('keeps the list with an error offline, and updates it without a press once it is online', async () => {
  answers(page(null, 1))
  const { sync } = open()
  await waitFor(() => expect(actors()).toEqual(['1']))
  answers({
    rejected: { message: 'No connection to the server. Check your network and try again.', field: null },
  })
  act(() => sync.status.set({ ...LIVE_ADMIN, link: { is: 'offline', since: '2026-11-21T12:00:00.000Z' } }))
  expect(await screen.findByText(/No connection to the server/, {}, { timeout: 5000 })).toBeVisible()
  expect(actors()).toEqual(['1'])
  answers(page(null, 2, 1))
  act(() => sync.status.set(LIVE_ADMIN))
  await waitFor(() => expect(actors()).toEqual(['2', '1']), { timeout: 5000 })
  expect(screen.queryByText(/No connection to the server/)).toBeNull()
})

test('requests a new search text at once, and ignores a late response for the old one', async () => {
  answers(page(null, 1))
  const { user } = open()
  await waitFor(() => expect(actors()).toEqual(['1']))
  let late: (reply: remote.Reply<remote.AuditPage>) => void = () => undefined
  vi.mocked(remote.fetchAuditLog).mockReturnValueOnce(new Promise((resolve) => (late = resolve)))
  await user.click(screen.getByRole('button', { name: 'Refresh audit log' }))
  answers(page(null, 3))
  await user.type(screen.getByLabelText('Search the audit log'), 'a')
  await waitFor(() => expect(actors()).toEqual(['3']))
  expect(remote.fetchAuditLog).toHaveBeenLastCalledWith({ words: 'a' }, null)
  await act(async () => {
    late(page(null, 2, 1))
    await Promise.resolve()
  })
  expect(actors()).toEqual(['3'])
})

test('shows that a search covered only the newest entries, and searches older ones on request', async () => {
  answers(page('d5'))
  const { user } = open()
  await user.type(screen.getByLabelText('Search the audit log'), 'a')
  expect(await screen.findByText('Nothing found for “a” among the newest entries')).toBeVisible()
  answers(page(null))
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  expect(await screen.findByText('Nothing found for “a”')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

const BOT = '01a20759-b10a-7000-8000-000000000001'
const USER = '01a20759-b10a-7000-8000-000000000002'
const GONE = '01a20759-b10a-7000-8000-000000000003'

test('shows no entry before the names are loaded', async () => {
  await replica.streams.clear()
  answers({
    value: { rows: [{ ...event(1), action: 'client.linked', subject: GONE, detail: {} }], next: null },
  })
  open({ ...LIVE_ADMIN, link: { is: 'catching-up', behind: 0 } })
  expect(await screen.findByRole('status')).toHaveTextContent('Loading the audit log')
  expect(screen.queryByText(/deleted client/)).toBeNull()
  await changed()
  expect(await screen.findByText(/signed up and was linked to a deleted client/)).toBeVisible()
})

test('shows the names of users and companies, and no ids', async () => {
  await replica.clients.put(clientRow({ id: 'c1', company_name: 'Ash', user_id: USER }))
  const assigned = { ...event(1), action: 'chatbot.assigned', subject: BOT, detail: { to: USER } }
  const edited = { ...event(2), action: 'chatbot.edited', subject: GONE, detail: { to: GONE } }
  const retried = { ...event(3), action: 'effects.retried', subject: 'mail.deliver', detail: {} }
  answers({ value: { rows: [retried, edited, assigned], next: null } })
  open()
  const items = await screen.findAllByRole('listitem')
  await waitFor(() => expect(items[2]).toHaveTextContent('assigned a deleted chatbot to Ash'))
  expect(items[1]).toHaveTextContent('edited the chatbot (deleted since)')
  expect(items[0]).toHaveTextContent('retried failed jobs: Emails')
  expect(screen.getByRole('list', { name: /^Audit log/ })).not.toHaveTextContent('01a20759')
})

test('links a client that still exists to its page, and shows why a new admin’s client entry was removed', async () => {
  await replica.clients.put(clientRow({ id: 'c1', company_name: 'Ash & Sons' }))
  const removed = { ...event(1), actor: '', action: 'client.removed', subject: GONE, detail: {} }
  const deleted = { ...event(2), subject: 'c9', detail: { company: 'Gone' } }
  const signUp = { ...removed, id: 'd0', actor: 'Ana', action: 'client.created' }
  answers({ value: { rows: [event(3), deleted, removed, signUp], next: null } })
  open()
  const [edited, ofDeleted, ofAdmin, ofSignUp] = await screen.findAllByRole('listitem')
  // The name at the time of the entry, not the current name.
  const link = await within(edited as HTMLElement).findByRole('link', { name: 'Ash' })
  expect(link).toHaveAttribute('href', '/d?client=c1')
  expect(ofDeleted).toHaveTextContent('Admin 2 edited Gone')
  expect(within(ofDeleted as HTMLElement).queryByRole('link')).toBeNull()
  expect(ofAdmin).toHaveTextContent(
    /System removed the empty client entry of an account that became an admin$/,
  )
  expect(ofSignUp).toHaveTextContent(/Ana signed up$/)
})

test('groups entries by day, and describes a chatbot’s change in one sentence with its exact time', async () => {
  const BOT = '01a20759-b10a-7000-8000-0000000000b1'
  await replica.chatbots.put(botRow({ id: BOT, bot_name: 'Harbor Helper' }))
  const day = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString()
  const status = { ...event(1), action: 'chatbot.status', subject: BOT, at: day(1) }
  answers({
    value: {
      rows: [
        { ...event(3), at: day(0) },
        { ...status, id: 'd2', detail: { before: 'training', to: 'active' } },
        { ...status, detail: { to: 'not_listed' } },
      ],
      next: null,
    },
  })
  const { user } = open()
  expect(await screen.findByRole('list', { name: 'Audit log, Today' })).toBeVisible()
  const entries = () =>
    within(screen.getByRole('list', { name: 'Audit log, Yesterday' })).getAllByRole('listitem')
  await waitFor(() =>
    expect(entries()[0]).toHaveTextContent(
      'changed the status of Harbor Helper from Training mode to Active',
    ),
  )
  expect(entries()[1]).toHaveTextContent('changed the status of Harbor Helper to Not listed')
  const time = within(entries()[0] as HTMLElement).getByRole('button')
  expect(time).not.toHaveTextContent(String(new Date().getFullYear()))
  await user.click(time)
  expect(time).toHaveTextContent(/\d{4}/)
})

test('groups consecutive equal entries, opens the group, and shows each entry separately in a search', async () => {
  const signUp = (n: number) => ({ ...event(n), action: 'client.linked', detail: { company: `Ash ${n}` } })
  answers({ value: { rows: [event(9), signUp(3), signUp(2), signUp(1)], next: null } })
  const { user } = open()
  const group = await screen.findByText('3 clients signed up')
  expect(screen.getByText(/was linked to Ash 2/)).not.toBeVisible()
  await user.click(group)
  expect(screen.getByText(/was linked to Ash 2/)).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Search the audit log' }), 'ash')
  await waitFor(() => expect(screen.queryByText('3 clients signed up')).toBeNull())
  expect(screen.getByText(/was linked to Ash 2/)).toBeVisible()
})
