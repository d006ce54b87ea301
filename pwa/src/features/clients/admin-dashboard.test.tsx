// Tests of the admin dashboard's counters, access switch, audit log and installation health.
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import {
  counter,
  done,
  LINKS,
  openDashboard,
  rejected,
  replica,
  rowOf,
  withDashboard,
} from '../../testing/screens/admin-dashboard'
import * as remote from './remote'
import { ClientsScreen, tabOf } from '.'

vi.mock('./remote', { spy: true })
withDashboard()

const open = (view: string | null = null) => openDashboard(<ClientsScreen {...LINKS} tab={tabOf(view)} />)

test('updates the six counters when rows change', async () => {
  await open()
  const all = () =>
    [
      'Total Clients',
      'Active Subscriptions',
      'Inactive Subscriptions',
      'Active Chatbots',
      'Admin Users',
      'Pending Setup',
    ].map(counter)
  await waitFor(() => expect(all()).toEqual(['2', '1', '1', '0', '1', '1']))
  await act(() => replica.clients.update('c2', { user_id: 'u2', subscription_status: 'active' }))
  await waitFor(() => expect(all()).toEqual(['2', '2', '0', '0', '1', '0']))
  await act(() => replica.clients.update('c1', { is_staff: true }))
  await waitFor(() => expect(all()).toEqual(['1', '1', '0', '0', '1', '0']))
})

test('changes access at once, and restores the previous access and its source with Undo', async () => {
  vi.mocked(remote.setAccess).mockReturnValue(done())
  const user = await open()
  await user.click(rowOf('Ash').getByRole('button', { name: 'Deactivate' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(vi.mocked(remote.setAccess).mock.calls).toEqual([
      [['c1'], 'inactive', 'admin'],
      [['c1'], 'active', 'billing'],
    ]),
  )
})

test.each([
  ['wide', true],
  ['narrow', false],
])(
  'activates all chosen clients on a %s screen, except those that are already active',
  async (_width, matches) => {
    const wide = { matches, addEventListener: vi.fn(), removeEventListener: vi.fn() }
    vi.spyOn(window, 'matchMedia').mockReturnValue(wide as unknown as MediaQueryList)
    vi.mocked(remote.setAccess).mockReturnValue(rejected('An error occurred'))
    const user = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Choose Ash' }))
    await user.click(await screen.findByRole('button', { name: 'Choose all 2' }))
    await user.click(
      within(screen.getByRole('group', { name: 'Chosen clients' })).getByRole('button', { name: 'Activate' }),
    )
    await waitFor(() => expect(vi.mocked(remote.setAccess).mock.calls).toEqual([[['c2'], 'active', 'admin']]))
    expect(await screen.findByText('An error occurred')).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Chosen clients' })).toBeNull()
  },
)

test('shows actions and changed fields in the audit log', async () => {
  const item = {
    id: 'd1',
    at: '2026-11-21T10:00:00Z',
    actor: 'Ana',
    action: 'client.edited',
    subject: 'c1',
    detail: { company: 'Ash', phone: '— → 555' },
  }
  const other = { ...item, id: 'd2', action: 'embed.saved', detail: { before: '' } }
  vi.mocked(remote.fetchAuditLog).mockReturnValue(done({ rows: [item, other], next: null }))
  await open('audit')
  expect(await screen.findByText('Phone: — → 555')).toBeVisible()
  const entries = screen.getAllByRole('listitem')
  expect(entries[0]).toHaveTextContent('edited Ash')
  await waitFor(() => expect(entries[1]).toHaveTextContent('saved the chatbot script of Ash'))
})

test('shows what failed, and retries one kind or all kinds', async () => {
  const installation: remote.Installation = {
    effects: [
      { kind: 'mail.deliver', due: 1, later: 0, leased: 0, failing: 1, overdue_s: 90, next_due: null },
    ],
    failing: [
      { kind: 'mail.deliver', subject: 'm1', tries: 2, due: '2026-11-21T10:00:00Z', error: 'NotTaken()' },
    ],
    mails: { sent: 3, waiting: 1, failed: 0, unknown: 0 },
    mail_troubles: [],
    push_troubles: [
      {
        recipient: 'ana@x.example',
        device: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
        reason: 'The push service refused: 403',
        at: '2026-11-21T10:00:00Z',
      },
    ],
    failed_scans: [
      {
        client_id: 'c1',
        website_url: 'https://ash.example/',
        error: 'Failed to run PageSpeed scan',
        at: '2026-11-21T10:00:00Z',
      },
    ],
    friday: { week: '2026-11-20', states: { done: 3, failed: 1, queued: 4 } },
    webhook_at: null,
    backup_at: null,
  }
  vi.mocked(remote.fetchInstallation).mockReturnValue(done(installation))
  for (const item of [remote.tryAgain, remote.scanNow]) vi.mocked(item).mockReturnValue(done({ retried: 1 }))
  const user = await open('health')
  expect(await screen.findByText('An email could not be sent')).toBeVisible()
  expect(screen.getByText('3 things need you: 2 problems, 1 device without push')).toBeVisible()
  expect(screen.getByText(/Tried 2 times. Check the mail server/)).toBeVisible()
  expect(screen.getByText('1 email task waiting')).toBeVisible()
  expect(
    screen.getByText('The oldest has waited for 2 min. 1 failed and will be tried again. See Failed work.'),
  ).toBeVisible()
  expect(screen.getByText('3 sent, 1 waiting')).toBeVisible()
  expect(screen.getByText(/4 of 8 done, 1 failed/)).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Friday scans' })).toHaveAttribute('aria-valuenow', '50')
  // HTML allows one div between a dl and its terms.
  expect(screen.getByText('Last backup').closest('dl > div > dt')).not.toBeNull()
  expect(screen.getByText(/the push service did not accept it/)).toBeVisible()
  expect(await screen.findByText('Ash')).toBeVisible()
  expect(screen.queryByText(/NotTaken|403/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Scan now' }))
  expect(remote.scanNow).toHaveBeenCalledExactlyOnceWith('c1')
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await user.click(screen.getByRole('button', { name: 'Retry all' }))
  await waitFor(() => expect(vi.mocked(remote.tryAgain).mock.calls).toEqual([['mail.deliver'], [null]]))
})

test('shows “Everything works” only if nothing needs attention', async () => {
  const fine: remote.Installation = {
    effects: [],
    failing: [],
    mails: {},
    mail_troubles: [],
    push_troubles: [],
    failed_scans: [],
    friday: { week: '2026-11-20', states: { done: 7, dropped: 1 } },
    webhook_at: null,
    backup_at: '2026-11-21T10:00:00Z',
  }
  vi.mocked(remote.fetchInstallation).mockReturnValue(done(fine))
  const user = await open('health')
  expect(await screen.findByText('Everything works')).toBeVisible()
  expect(screen.getByText('No email waits. The weekly one goes only to clients with news.')).toBeVisible()
  expect(screen.getByText(/8 of 8 done$/)).toBeVisible()
  expect(screen.queryByRole('progressbar')).toBeNull()
  vi.mocked(remote.fetchInstallation).mockReturnValue(done({ ...fine, backup_at: null }))
  await user.click(screen.getByRole('button', { name: 'Refresh health' }))
  // Only the notice says that the backup is missing.
  expect(await screen.findByRole('heading', { name: 'Nothing is backed up yet' })).toBeVisible()
  expect(screen.queryByText(/thing needs you|Everything works/)).toBeNull()
  // A missing backup does not count as failed work.
  expect(screen.getByText('Nothing has failed.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy instruction' }))
  expect(await navigator.clipboard.readText()).toContain('BACKUP_DIR')
})

test('sums work of one name in one line, and shows the client of a failure by name, without ids', async () => {
  const effect = { due: 0, later: 1, leased: 0, failing: 0, overdue_s: 0, next_due: '2026-11-30T08:00:00Z' }
  const subject = '2026-11-21T10:01a20759-b10a-7000-8000-0000000000c9'
  await replica.clients.update('c1', { user_id: subject.slice(-36) })
  vi.mocked(remote.fetchInstallation).mockReturnValue(
    done({
      effects: [
        { ...effect, kind: 'billing.reconcile' },
        { ...effect, kind: 'billing.refresh', leased: 2, next_due: '2026-11-29T08:00:00Z' },
      ],
      failing: [
        { kind: 'analytics.read', subject, tries: 1, due: '2026-11-21T10:00:00Z', error: 'RuntimeError()' },
        { kind: 'new.kind', subject: '7', tries: 1, due: '2026-11-21T10:00:00Z', error: 'RuntimeError()' },
      ],
      mails: {},
      mail_troubles: [],
      push_troubles: [],
      failed_scans: [],
      friday: null,
      webhook_at: null,
      backup_at: null,
    }),
  )
  await open('health')
  expect(await screen.findByText('Google Analytics data could not be read for Ash')).toBeVisible()
  expect(screen.getByText(/the client should reconnect Google Analytics/)).toBeVisible()
  expect(screen.getByText('Other background work: background work failed')).toBeVisible()
  expect(screen.getByText('2 billing tasks in progress · 2 billing tasks scheduled for later')).toBeVisible()
  expect(screen.getByText(/^Next:/)).toHaveTextContent(/^Next: Sun, Nov 29, /)
  expect(screen.queryByText(/RuntimeError|01a20759/)).toBeNull()
})

test('marks the tab Health while another tab is open if something needs attention', async () => {
  vi.mocked(remote.fetchInstallation).mockReturnValue(
    done({
      effects: [],
      failing: [],
      mails: {},
      mail_troubles: [],
      push_troubles: [],
      failed_scans: [],
      friday: null,
      webhook_at: null,
      backup_at: null,
    }),
  )
  await open()
  expect(await screen.findByRole('link', { name: /^Health\s*1 to check$/ })).toBeVisible()
})
