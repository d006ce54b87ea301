// The audit log: new entries appear while it is open, and loaded pages stay.
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import AuditLog from './audit-log'
import * as remote from '../remote'

vi.mock('../remote', { spy: true })

let replica: Replica
let cursor = 0
beforeEach(() => {
  vi.clearAllMocks()
  replica = new Replica(`audit-${String(Math.random())}`)
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
/** A change of another admin reaches this device. */
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

function open() {
  const sync = fakeSync(LIVE_ADMIN)
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u9', replica, sync }}>
        <AuditLog />
      </LiveContext>
    </MemoryRouter>,
  )
  return { sync, user: userEvent.setup() }
}

test('new entries of another admin appear on top, and older pages stay', async () => {
  answers(page('d5', 6, 5))
  const { user } = open()
  await waitFor(() => expect(actors()).toEqual(['6', '5']))
  vi.mocked(remote.fetchAuditLog).mockResolvedValueOnce(page(null, 4, 3))
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  await waitFor(() => expect(actors()).toEqual(['6', '5', '4', '3']))
  expect(remote.fetchAuditLog).toHaveBeenLastCalledWith('', 'd5')
  answers(page('d6', 7, 6))
  await changed()
  await waitFor(() => expect(actors()).toEqual(['7', '6', '5', '4', '3']), { timeout: 5000 })
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('the list starts again if more than one page of entries is new', async () => {
  answers(page('d1', 2, 1))
  open()
  await waitFor(() => expect(actors()).toEqual(['2', '1']))
  answers(page('d8', 9, 8))
  await changed()
  await waitFor(() => expect(actors()).toEqual(['9', '8']), { timeout: 5000 })
  expect(screen.getByRole('button', { name: 'Show older' })).toBeVisible()
})

test('an entry without a change in the stream appears within 5 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
  answers(page(null, 1))
  open()
  await waitFor(() => expect(actors()).toEqual(['1']))
  answers(page(null, 2, 1))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await waitFor(() => expect(actors()).toEqual(['2', '1']))
})

test('offline the list stays with an error, and it updates again without a press', async () => {
  answers(page(null, 1))
  const { sync } = open()
  await waitFor(() => expect(actors()).toEqual(['1']))
  answers({
    refused: { message: 'No connection to the server. Check your network and try again.', field: null },
  })
  act(() => sync.status.set({ ...LIVE_ADMIN, link: { is: 'offline', since: '2026-11-21T12:00:00.000Z' } }))
  expect(await screen.findByText(/No connection to the server/, {}, { timeout: 5000 })).toBeVisible()
  expect(actors()).toEqual(['1'])
  answers(page(null, 2, 1))
  act(() => sync.status.set(LIVE_ADMIN))
  await waitFor(() => expect(actors()).toEqual(['2', '1']), { timeout: 5000 })
  expect(screen.queryByText(/No connection to the server/)).toBeNull()
})

test('a new search text is requested at once, and a late response for the old one is ignored', async () => {
  answers(page(null, 1))
  const { user } = open()
  await waitFor(() => expect(actors()).toEqual(['1']))
  let late: (reply: remote.Reply<remote.AuditPage>) => void = () => undefined
  vi.mocked(remote.fetchAuditLog).mockReturnValueOnce(new Promise((resolve) => (late = resolve)))
  await user.click(screen.getByRole('button', { name: 'Refresh audit log' }))
  answers(page(null, 3))
  await user.type(screen.getByLabelText('Search the audit log'), 'a')
  await waitFor(() => expect(actors()).toEqual(['3']))
  expect(remote.fetchAuditLog).toHaveBeenLastCalledWith('a', null)
  await act(async () => {
    late(page(null, 2, 1))
    await Promise.resolve()
  })
  expect(actors()).toEqual(['3'])
})

test('where a search has looked at the newest entries alone it says so, and looks at older ones when asked', async () => {
  answers(page('d5'))
  const { user } = open()
  await user.type(screen.getByLabelText('Search the audit log'), 'a')
  expect(await screen.findByText('Nothing found for “a” among the newest entries')).toBeVisible()
  answers(page(null))
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  expect(await screen.findByText('Nothing found for “a”')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})
