// Tests of a client's page: it shows the rows of this device, and links back to the list for an unknown client.
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useSearchParams } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { ReportRow } from '../../../db/rows/reports'
import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { clientRow, scanRunRow } from '../../../testing/rows/rows'
import { message, thread } from '../../../testing/servers/wire-rows'
import { withSizes } from '../../../testing/setup/element-sizes'
import { LIVE_ADMIN, storingSync } from '../../../testing/sync/fake-sync'
import { LINKS } from '../../../testing/screens/admin-dashboard'
import { ToastProvider } from '../../../ui/feedback/toast'
import { ClientsScreen } from '..'
import * as remote from '../remote'

vi.mock('../remote', { spy: true })

withSizes(700, 136)

let replica: Replica
beforeEach(async () => {
  vi.mocked(remote.fetchScores).mockReset().mockResolvedValue(remote.LATE)
  replica = new Replica(`page-${String(Math.random())}`)
  await replica.streams.put({ s: 'w', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
  await replica.clients.bulkPut([
    clientRow({ id: 'c1', company_name: 'Ash', contact_name: 'Ana Lopes', phone: '+1 555 0101' }),
    clientRow({ id: 'c2', company_name: 'Birch', created_at: '2026-11-02T09:00:00.000000Z' }),
  ])
})
afterEach(() => replica.delete())

function show(address: string, status = LIVE_ADMIN) {
  return shown(address, status).user
}

function shown(address: string, status = LIVE_ADMIN) {
  const sync = storingSync(status, replica)
  render(
    <MemoryRouter initialEntries={[address]}>
      <LiveContext value={{ userId: 'u1', replica, sync }}>
        <ToastProvider>
          <Routes>
            <Route path="/d" element={<Screen />} />
          </Routes>
        </ToastProvider>
      </LiveContext>
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), sync }
}

function Screen() {
  const [params] = useSearchParams()
  return <ClientsScreen {...LINKS} tabHref={() => '/d'} client={params.get('client')} tab="clients" />
}

function report(id: string, fields: Partial<ReportRow>): ReportRow {
  return {
    id,
    v: 1,
    _s: ['w'],
    client_id: 'c1',
    title: `Report ${id}`,
    content: { text: '', embed_url: null, video_url: null, video_name: null },
    video_kind: '',
    video_size: null,
    status: 'published',
    publish_at: null,
    published_at: '2026-11-16T13:00:00Z',
    on_home: false,
    figures: null,
    author_name: 'Rui Costa',
    seen_at: null,
    seen_by: null,
    created_at: '2026-11-16T12:00:00Z',
    updated_at: '2026-11-16T12:00:00Z',
    ...fields,
  }
}

const figures = (score: number) => ({
  score,
  score_before: 80,
  scores: [
    ['2026-11-13', 80],
    ['2026-11-20', score],
  ] as [string, number][],
  users: null,
  new_users: null,
  sessions: null,
  bounce_rate: null,
  as_of: '2026-11-20T14:00:00Z',
})

test('shows details, score, reports and messages of a client from this device', async () => {
  await replica.reports.bulkPut([
    report('r1', { figures: figures(91), seen_at: '2026-11-17T10:00:00Z', seen_by: 'Ana Lopes' }),
    report('r2', { client_id: 'c2' }),
    report('r3', {
      status: 'draft',
      published_at: null,
      author_name: 'Bea Lim',
      created_at: '2026-11-18T12:00:00Z',
    }),
  ])
  await replica.scan_runs.put(
    scanRunRow({ client_id: 'c1', _s: ['w'], state: 'failed', error: 'No answer.' }),
  )
  const last = { ...message(2, 'c1', { sender_name: 'Ana Lopes', content: 'Thank you' }), _s: ['w'] }
  await replica.messages.bulkPut([{ ...message(1, 'c1', { content: 'Here it is' }), _s: ['w'] }, last])
  await replica.threads.put({
    ...thread('c1', 1, { last_message_id: last.id, provider_unread: 2 }),
    _s: ['w'],
  })
  show('/d?client=c1')
  expect(await screen.findByRole('heading', { level: 1, name: /Ash/ })).toBeVisible()
  const reports = within(await screen.findByRole('list', { name: 'Latest reports' }))
  expect(reports.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Report r3Draft',
    expect.stringMatching(/^Report r1.*opened by Ana LopesScore 91$/),
  ])
  expect(screen.getByText(/· looked after by Rui Costa/)).toBeVisible()
  expect(screen.getByText('up 11 points compared with the week before', { exact: false })).toBeInTheDocument()
  expect(screen.getByText(/The scan on .* failed: No answer\./)).toBeVisible()
  const messages = within(screen.getByRole('list', { name: 'Last messages' }))
  expect(messages.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Here it is'),
    expect.stringContaining('Thank you'),
  ])
  expect(screen.getByRole('link', { name: '+1 555 0101' })).toHaveAttribute('href', 'tel:+15550101')
})

test('returns the focus to the page’s menu after a dialog, and links back to the list', async () => {
  const user = show('/d')
  await user.click(await screen.findByRole('link', { name: 'Ash' }))
  const more = await screen.findByRole('button', { name: 'More actions' })
  await user.click(more)
  await user.click(await screen.findByRole('menuitem', { name: 'Edit Client' }))
  await screen.findByRole('dialog', { name: 'Edit Client' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(more).toHaveFocus())
  await user.click(screen.getByRole('link', { name: 'Clients' }))
  expect(await screen.findByRole('list', { name: 'Clients' })).toBeVisible()
})

test('names who looks after a client without reports by who has read its messages', async () => {
  await replica.messages.put({ ...message(1, 'c1', { sender_name: 'Rui Costa' }), _s: ['w'] })
  await replica.threads.put({ ...thread('c1', 1, { provider_read_by: 'Bea Lim' }), _s: ['w'] })
  show('/d?client=c1')
  expect(await screen.findByText(/· looked after by Bea Lim/)).toBeVisible()
})

test('loads the last messages, and offers to call and to email the contact', async () => {
  const address = 'ana?bcc=eve@ash.example'
  await replica.clients.update('c1', { contact_email: address })
  const { sync } = shown('/d?client=c1')
  expect(await screen.findByRole('link', { name: 'Call Ana Lopes' })).toHaveAttribute('href', 'tel:+15550101')
  for (const name of ['Email Ana Lopes', address]) {
    const link = await screen.findByRole('link', { name })
    expect(link).toHaveAttribute('href', 'mailto:ana%3Fbcc%3Deve@ash.example')
  }
  expect(sync.holdThread).toHaveBeenCalledExactlyOnceWith('c1')
})

test('shows that a client is unknown only once all clients are loaded, and links to the list', async () => {
  await replica.streams.update('w', { mode: 'loading' })
  const user = show('/d?client=gone', {
    ...LIVE_ADMIN,
    link: { is: 'offline', since: '2026-11-21T10:00:00Z' },
  })
  expect(await screen.findByText('Loading the client')).toHaveRole('status')
  expect(screen.queryByRole('heading', { name: 'Details' })).toBeNull()
  await replica.streams.update('w', { mode: 'ready' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Client not found' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'See all clients' }))
  expect(await screen.findByRole('list', { name: 'Clients' })).toBeVisible()
})

test('shows the message that waits above the rest, with a link to answer it', async () => {
  const last = { ...message(2, 'c1', { content: 'Could you change the opening hours?' }), _s: ['w'] }
  await replica.messages.put(last)
  await replica.threads.put({
    ...thread('c1', 1, {
      last_message_id: last.id,
      last_message_at: last.created_at,
      last_message_role: 'client',
      provider_unread: 1,
    }),
    _s: ['w'],
  })
  show('/d?client=c1')
  const notice = within(await screen.findByRole('region', { name: 'Waiting for an answer' }))
  expect(await notice.findByText('Could you change the opening hours?')).toBeVisible()
  expect(notice.getByRole('heading')).toHaveTextContent(/^Ana Lopes has waited for an answer for \d+/)
  expect(notice.getByRole('link', { name: 'Answer' })).toHaveAttribute('href', LINKS.threadOf('c1'))
  // The notice is enough: the head repeats no count, reason or button.
  const head = within(screen.getByRole('banner'))
  expect(head.getByRole('heading', { level: 1 })).toHaveTextContent(/^Ash$/)
  expect(head.queryByText(/^Waiting/)).toBeNull()
  expect(head.queryByRole('link', { name: 'Message' })).toBeNull()
})

test('shows no waiting message once the team has answered, and offers Deactivate in the menu', async () => {
  await replica.threads.put({ ...thread('c1', 1, { last_message_role: 'admin' }), _s: ['w'] })
  const user = show('/d?client=c1')
  const actions = within(await screen.findByRole('group', { name: 'Actions for Ash' }))
  expect(screen.queryByRole('region', { name: 'Waiting for an answer' })).toBeNull()
  expect(actions.getByRole('link', { name: 'Message' })).toHaveAttribute('href', LINKS.threadOf('c1'))
  expect(actions.queryByRole('button', { name: /^(Deactivate|Activate)$/ })).toBeNull()
  await user.click(actions.getByRole('button', { name: 'More actions' }))
  expect(await screen.findByRole('menuitem', { name: /^(Deactivate|Activate)$/ })).toBeVisible()
})

test('ends the wait of a client without an answer, moves the focus to the title, and offers Undo', async () => {
  const last = { last_message_id: 'm1', last_message_at: '2026-11-21T10:00:00.000000Z' }
  const wrote = { ...last, last_message_role: 'client', last_message_preview: 'Thanks!' } as const
  await replica.threads.put({ ...thread('c1', 1, wrote), _s: ['w'] })
  const { user, sync } = shown('/d?client=c1')
  await user.click(await screen.findByRole('button', { name: 'No answer needed' }))
  const body = { id: 'c1', resolved_to: 'm1' }
  expect(sync.enqueue).toHaveBeenLastCalledWith({
    kind: 'threads.resolve',
    body: { ...body, is_resolved: true },
  })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting for an answer' })).toBeNull())
  expect(screen.getByRole('heading', { level: 1, name: /Ash/ })).toHaveFocus()
  expect(await screen.findByText('Ash: no answer needed')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('region', { name: 'Waiting for an answer' })).toBeVisible()
  expect(sync.enqueue).toHaveBeenLastCalledWith({
    kind: 'threads.resolve',
    body: { ...body, is_resolved: false },
  })
})

test('shows an error without Undo if the mark could not be stored', async () => {
  const last = { last_message_id: 'm1', last_message_at: '2026-11-21T10:00:00.000000Z' }
  await replica.threads.put({ ...thread('c1', 1, { ...last, last_message_role: 'client' }), _s: ['w'] })
  const { user, sync } = shown('/d?client=c1')
  vi.mocked(sync.enqueue).mockRejectedValueOnce(new Error('full'))
  await user.click(await screen.findByRole('button', { name: 'No answer needed' }))
  expect(await screen.findByText('Not saved. Please try again.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(screen.getByRole('region', { name: 'Waiting for an answer' })).toBeVisible()
})
