// Tests of the audit log's filters.
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../../testing/sync/replicas'
import AuditLog from './audit-log'
import * as remote from '../remote'

vi.mock('../remote', { spy: true })

const USER = '01a20759-b10a-7000-8000-000000000002'

let replica: Replica
beforeEach(async () => {
  vi.clearAllMocks()
  replica = freshReplica()
  await replica.streams.put(readyStream('w'))
})

/** A page without entries; with `next`, older ones remain. */
const page = (next: string | null) => ({ value: { rows: [], next } })
const answers = (reply: remote.Reply<remote.AuditPage>) =>
  vi.mocked(remote.fetchAuditLog).mockResolvedValue(reply)

function open() {
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u9', replica, sync: fakeSync(LIVE_ADMIN) }}>
        <AuditLog />
      </LiveContext>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

test('filters by user, kind and days, also in older pages, until the filters are cleared', async () => {
  await replica.admins.put({
    ...{
      id: 'a1',
      v: 1,
      _s: ['w'],
      role: 'admin',
      email: 'bea@x.example',
      created_at: '2026-11-01T09:00:00Z',
    },
    user_id: USER,
    name: 'Bea',
  })
  answers(page(null))
  const user = open()
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  answers(page('d5'))
  await screen.findByRole('option', { name: 'Bea' })
  await user.selectOptions(screen.getByLabelText('Person'), 'Bea')
  await user.selectOptions(screen.getByLabelText('Kind of action'), 'Reports and videos')
  await user.selectOptions(screen.getByLabelText('Period'), 'Choose days')
  for (const [label, day] of [
    ['From', '2026-11-02'],
    ['To', '2026-11-03'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value: day } })
  const query = {
    words: '',
    by: USER,
    kind: 'reports',
    since: new Date(2026, 10, 2).toISOString(),
    until: new Date(2026, 10, 4).toISOString(),
  }
  await waitFor(() => expect(remote.fetchAuditLog).toHaveBeenLastCalledWith(query, null))
  expect(screen.getByRole('button', { name: 'Filters (3)' })).toBeVisible()
  vi.mocked(remote.fetchAuditLog).mockResolvedValueOnce(page(null))
  await user.click(await screen.findByRole('button', { name: 'Show older' }))
  expect(remote.fetchAuditLog).toHaveBeenLastCalledWith(query, 'd5')
  answers(page(null))
  await user.selectOptions(screen.getByLabelText('Person'), 'System')
  expect(await screen.findByText('Nothing found with these filters')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(remote.fetchAuditLog).toHaveBeenLastCalledWith({ words: '' }, null))
  expect(screen.getByLabelText('Person')).toHaveValue('')
  expect(screen.queryByLabelText('From')).toBeNull()
})

test('opens the filters of phones on request', async () => {
  answers(page(null))
  const user = open()
  const filters = await screen.findByRole('button', { name: 'Filters', expanded: false })
  await user.click(filters)
  expect(filters).toHaveAttribute('aria-expanded', 'true')
})
