// Tests that the dashboard shows one result at a time, the newest.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import { clientRow, scanRunRow } from '../../testing/rows/rows'
import { withSizes } from '../../testing/setup/element-sizes'
import { ToastProvider } from '../../ui/feedback/toast'
import { InviteDialog } from './dialogs/invite'
import * as remote from './remote'
import { ClientsScreen, type tabOf } from '.'

vi.mock('./remote', { spy: true })
withSizes(700, 136)

const SCAN_FAILED = 'PageSpeed scan failed — please try again later.'
const done = (value: unknown = {}) => Promise.resolve({ value } as never)
const rejected = (message: string) => Promise.resolve({ rejected: { message, field: null } } as never)

let replica: Replica
beforeEach(async () => {
  vi.clearAllMocks()
  replica = freshReplica()
  await replica.streams.put(readyStream('w'))
  await replica.clients.put(clientRow({ id: 'c1', company_name: 'Ash', website_url: 'https://ash.example/' }))
})

function show(tab: ReturnType<typeof tabOf>) {
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u9', replica, sync: fakeSync(LIVE_ADMIN) }}>
        <ToastProvider>
          <ClientsScreen
            threadOf={(id) => `/m?client=${id}`}
            reportsOf={(id) => `/r?client=${id}`}
            viewOf={(id) => `/v/${id}`}
            clientOf={(id) => `/d?client=${id}`}
            reportOf={(id, report) => `/r?client=${id}&report=${report ?? ''}`}
            client={null}
            tab={tab}
            tabHref={(to) => `/d?view=${to}`}
            securityHref="/s"
          />
        </ToastProvider>
      </LiveContext>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

async function scanAsh(user: ReturnType<typeof show>) {
  await user.click(await screen.findByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Scan website now' }))
}

const REQUESTED = 'Scan of Ash requested successfully.'
const run = (fields: Parameters<typeof scanRunRow>[0]) =>
  act(() =>
    replica.scan_runs.put(scanRunRow({ _s: ['w'], asked_at: '2026-11-21T10:00:00.000000Z', ...fields })),
  )

test('updates the notice of a requested scan: failed with Try again, then requested, then completed', async () => {
  await replica.scan_runs.put(
    scanRunRow({
      id: 'r0',
      _s: ['w'],
      state: 'failed',
      error: SCAN_FAILED,
      asked_at: '2026-11-20T10:00:00.000000Z',
    }),
  )
  vi.mocked(remote.scanNow).mockReturnValueOnce(done({ asked_at: '2026-11-21T10:00:00.000000Z' }))
  const user = show('clients')
  await scanAsh(user)
  expect(await screen.findByText(REQUESTED)).toBeVisible()
  await run({ id: 'r1', state: 'running' })
  expect(screen.getByText(REQUESTED)).toBeVisible()
  await run({ id: 'r1', state: 'failed', error: SCAN_FAILED })
  expect((await screen.findByText(`Ash: ${SCAN_FAILED}`)).closest('[role]')).toHaveAttribute('role', 'alert')
  expect(screen.queryByText(REQUESTED)).toBeNull()
  vi.mocked(remote.scanNow).mockReturnValueOnce(done({ asked_at: '2026-11-21T11:00:00.000000Z' }))
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(REQUESTED)).toBeVisible()
  expect(screen.queryByText(`Ash: ${SCAN_FAILED}`)).toBeNull()
  await run({ id: 'r2', state: 'done', performance_score: 83, asked_at: '2026-11-21T11:00:00.000000Z' })
  expect(await screen.findByText('Scan of Ash completed successfully: 83.')).toBeVisible()
  expect(remote.scanNow).toHaveBeenCalledTimes(2)
})

test('clears the outcome of the previous action while a new one runs', async () => {
  vi.mocked(remote.scanNow).mockReturnValueOnce(rejected('An error occurred'))
  const user = show('clients')
  await scanAsh(user)
  expect(await screen.findByText('An error occurred')).toBeVisible()
  vi.mocked(remote.scanNow).mockReturnValueOnce(new Promise(() => undefined))
  await scanAsh(user)
  await waitFor(() => expect(screen.queryByText('An error occurred')).toBeNull())
})

test('clears the error of the audit log while it loads again', async () => {
  vi.mocked(remote.fetchAuditLog).mockReturnValueOnce(rejected('An error occurred'))
  const user = show('audit')
  expect(await screen.findByText('An error occurred')).toBeVisible()
  vi.mocked(remote.fetchAuditLog).mockReturnValueOnce(new Promise(() => undefined))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByText('An error occurred')).toBeNull())
})

test('replaces the confirmation of an invitation with the error of the next one', async () => {
  const client = clientRow({ id: 'c2', user_id: null })
  await replica.clients.put(client)
  render(
    <LiveContext value={{ userId: 'u9', replica, sync: fakeSync(LIVE_ADMIN) }}>
      <InviteDialog client={client} onClose={() => undefined} />
    </LiveContext>,
  )
  const user = userEvent.setup()
  const dialog = within(await screen.findByRole('dialog'))
  vi.mocked(remote.invite).mockReturnValueOnce(
    done({ link: 'https://x.example/auth', sent_to: 'ana@x.example' }),
  )
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  expect(await dialog.findByText('Invitation sent to ana@x.example.')).toBeVisible()
  vi.mocked(remote.invite).mockReturnValueOnce(rejected('An error occurred'))
  await user.click(dialog.getByRole('button', { name: 'Send again' }))
  expect(await dialog.findByText(/An error occurred/)).toBeVisible()
  expect(dialog.queryByText('Invitation sent to ana@x.example.')).toBeNull()
  expect(dialog.getByLabelText('Link to sign up')).toHaveValue('https://x.example/auth')
  await act(() => replica.clients.update('c2', { user_id: 'u2' }))
  expect(await dialog.findByText('Linked: they have signed up.')).toBeVisible()
  expect(dialog.queryByText(/An error occurred/)).toBeNull()
})
