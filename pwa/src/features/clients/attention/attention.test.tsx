// Tests of clients that need attention: reasons, order (stored per admin), and snoozing until a new reason.
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import type { AttentionRow } from '../../../db/rows/admin'
import type { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../../testing/sync/replicas'
import { clientRow } from '../../../testing/rows/rows'
import { withSizes } from '../../../testing/setup/element-sizes'
import { widen } from '../../../testing/setup/wide'
import { ToastProvider } from '../../../ui/feedback/toast'
import * as remote from '../remote'
import { ClientsScreen } from '..'

vi.mock('../remote', { spy: true })
withSizes(700, 136)

const UNOPENED = { code: 'unopened', points: 20, text: '2 reports unopened', since: null }
const UNREACHED = {
  code: 'unreached',
  points: 25,
  text: 'not reached',
  since: new Date(Date.now() - 3 * 86_400_000).toISOString(),
}
const wants = (id: string, reasons: AttentionRow['reasons']): AttentionRow => ({
  id,
  v: 1,
  _s: ['w'],
  reasons,
  points: reasons.reduce((sum, one) => sum + one.points, 0),
  snoozed_until: null,
  snoozed_by: '',
})

let replica: Replica
beforeEach(async () => {
  vi.clearAllMocks()
  localStorage.clear()
  replica = freshReplica()
  await replica.streams.put(readyStream('w'))
  await replica.clients.bulkPut([
    clientRow({
      id: 'c1',
      company_name: 'Ash',
      created_at: '2026-11-03',
      website_url: 'https://ash.example/',
    }),
    clientRow({ id: 'c2', company_name: 'Birch', created_at: '2026-11-02' }),
    clientRow({ id: 'c3', company_name: 'Cedar', created_at: '2026-11-01' }),
  ])
  await replica.client_attention.bulkPut([wants('c2', [UNOPENED]), wants('c3', [UNREACHED, UNOPENED])])
})

async function open(userId = 'u1') {
  const view = render(
    <MemoryRouter>
      <LiveContext value={{ userId, replica, sync: fakeSync(LIVE_ADMIN) }}>
        <ToastProvider>
          <ClientsScreen
            threadOf={(id) => `/m/${id}`}
            reportsOf={(id) => `/r/${id}`}
            viewOf={(id) => `/v/${id}`}
            clientOf={(id) => `/d?client=${id}`}
            reportOf={(id, report) => `/r?client=${id}&report=${report ?? ''}`}
            client={null}
            tab="clients"
            tabHref={(tab) => `/${tab}`}
            securityHref="/s"
          />
        </ToastProvider>
      </LiveContext>
    </MemoryRouter>,
  )
  await waitFor(() => expect(companies()).toHaveLength(3))
  return { user: userEvent.setup(), ...view }
}

const companies = () => [...document.querySelectorAll('[data-row]')].map((link) => link.textContent)
const done = (value: unknown = {}) => Promise.resolve({ value } as never)

test('sorts clients by attention on request, shows the reasons, and stores the order per admin', async () => {
  widen()
  const { user, unmount } = await open()
  expect(companies()).toEqual(['Ash', 'Birch', 'Cedar'])
  await user.selectOptions(screen.getByLabelText('Order'), 'Needs attention')
  await waitFor(() => expect(companies()).toEqual(['Cedar', 'Birch', 'Ash']))
  const reasons = screen.getByText('Not reached for 3 days').closest('p')
  expect(reasons).toHaveTextContent(/^Not reached for 3 days · 2 reports unopened\+1$/)
  expect(reasons).toHaveAttribute('title', 'Not reached for 3 days · 2 reports unopened')
  expect(screen.getByText('+1')).toBeVisible()
  unmount()
  const again = await open()
  expect(companies()).toEqual(['Cedar', 'Birch', 'Ash'])
  again.unmount()
  await open('u2')
  expect(companies()).toEqual(['Ash', 'Birch', 'Cedar'])
})

test('snoozes a client’s attention, shows until when, and ends the snooze on request', async () => {
  widen()
  vi.mocked(remote.snooze).mockReturnValue(done())
  const { user } = await open()
  const menuOf = async (at: number) =>
    user.click(screen.getAllByRole('button', { name: 'Actions' })[at] as HTMLElement)
  await menuOf(0)
  expect(screen.queryByRole('menuitem', { name: 'Snooze attention' })).toBeNull()
  await user.keyboard('{Escape}')
  await menuOf(2)
  await user.click(await screen.findByRole('menuitem', { name: 'Snooze attention' }))
  await user.click(await screen.findByRole('button', { name: 'For three days' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [id, until] = vi.mocked(remote.snooze).mock.calls[0] ?? []
  expect(id).toBe('c3')
  const wait = Date.parse(until ?? '') - Date.now()
  expect([wait > 2 * 86_400_000, wait < 4 * 86_400_000]).toEqual([true, true])
  await act(() => replica.client_attention.update('c3', { snoozed_until: until ?? null, snoozed_by: 'Ana' }))
  const snoozed = (await screen.findByText(/^Snoozed until (?!.*Not reached)/)).closest('p')
  expect(snoozed).toHaveTextContent(/^Snoozed until .*: Not reached for 3 days · 2 reports unopened$/)
  await menuOf(2)
  await user.click(await screen.findByRole('menuitem', { name: 'End snooze' }))
  await waitFor(() => expect(vi.mocked(remote.snooze).mock.calls[1]).toEqual(['c3', null]))
})

test('requests a scan from the row’s menu, confirms it, and links to the client’s view', async () => {
  vi.mocked(remote.scanNow).mockReturnValue(done())
  const { user } = await open()
  const [ash] = screen.getAllByRole('button', { name: 'Actions' })
  if (ash === undefined) throw new Error('a row expected')
  await user.click(ash)
  expect(await screen.findByRole('menuitem', { name: 'View as client' })).toHaveAttribute('href', '/v/c1')
  await user.click(screen.getByRole('menuitem', { name: 'Scan website now' }))
  expect((await screen.findByText('Scan of Ash requested successfully.')).closest('[role]')).toHaveAttribute(
    'role',
    'status',
  )
  expect(remote.scanNow).toHaveBeenCalledExactlyOnceWith('c1')
})
