// Tests of the actions of each tab, and of the admins' ids, clients and sign-ins.
import { cleanup, screen, within } from '@testing-library/react'
import { Dexie } from 'dexie'
import { expect, test, vi } from 'vitest'

import { reportRow } from '../../../testing/rows/reports'
import { clientRow } from '../../../testing/rows/rows'
import { LINKS, openDashboard, replica, withDashboard } from '../../../testing/screens/admin-dashboard'
import { opened } from '../../../testing/screens/signed-in'
import { thread } from '../../../testing/servers/wire-rows'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { ClientsScreen } from '..'
import * as remote from '../remote'

vi.mock('../remote', { spy: true })
withDashboard()

const PRIMARY = 'bg-primary'
const primaries = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.classList.contains(PRIMARY))
    .map((button) => button.textContent)

/** The buttons of the head in their order. */
const actions = () =>
  screen
    .getAllByRole('button', { name: /^(Import|Add Admin|Add Client)$/ })
    .map((button) => button.textContent)

test('offers each action only on the tab of its users', async () => {
  await openDashboard(<ClientsScreen {...LINKS} tab="clients" />)
  expect(primaries()).toEqual(['Add Client'])
  expect(actions()).toEqual(['Import', 'Add Client'])
  cleanup()
  await openDashboard(<ClientsScreen {...LINKS} tab="admins" />)
  expect(primaries()).toEqual(['Add Admin'])
  expect(actions()).toEqual(['Add Admin'])
  cleanup()
  await openDashboard(<ClientsScreen {...LINKS} tab="audit" />)
  expect(screen.getByRole('link', { name: 'Audit log' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Import|Add Admin|Add Client)$/ })).toBeNull()
})

test('marks the signed-in admin, shows the end of a long id, and copies it whole', async () => {
  const id = '01a21ff9-1b41-7aaa-9982-a81d9cc2718c'
  await replica.admins.update('a1', { id })
  const user = await openDashboard(<ClientsScreen {...LINKS} tab="admins" />)
  expect(screen.queryByLabelText('Counters')).toBeNull()
  const admins = within(await screen.findByRole('list', { name: 'Admins' }))
  expect(await admins.findByText('…9cc2718c')).toBeVisible()
  expect(admins.getByText('You')).toBeVisible()
  await user.click(admins.getByRole('button', { name: new RegExp(`^Copy\\s*ID\\s*${id}`) }))
  expect(await navigator.clipboard.readText()).toBe(id)
})

test('shows the command that makes a colleague an admin, and copies it', async () => {
  const user = await openDashboard(<ClientsScreen {...LINKS} tab="admins" />)
  const command = 'pulseboard create_admin colleague@example.com'
  expect(await screen.findByText(command)).toBeVisible()
  expect(screen.getByText('docker compose run --rm manage create_admin colleague@example.com')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy command' }))
  expect(await navigator.clipboard.readText()).toBe(command)
})

test('shows whom each admin looks after, by the last report or else the last reader, and who has nobody', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const report = (id: string, author_name: string, published_at: string) =>
    reportRow({ id, client_id: 'c1', author_name, published_at })
  await replica.reports.bulkPut([
    report('r1', 'Rui', hoursAgo(48)),
    report('r2', 'Ana', hoursAgo(24)),
    report('r3', 'Ana', hoursAgo(31 * 24)),
    { ...report('r4', 'Rui', hoursAgo(1)), status: 'draft', published_at: null },
  ])
  const waiting = {
    last_message_at: hoursAgo(2.5),
    last_message_role: 'client',
    provider_read_by: 'Ana',
  } as const
  await replica.threads.put({ ...thread('c2', 1, waiting), _s: ['w'] })
  await replica.clients.bulkPut([
    clientRow({ id: 'c3', company_name: 'Cedar', created_at: '2026-11-03' }),
    clientRow({ id: 'c4', company_name: 'Dogwood', created_at: '2026-11-04' }),
  ])
  // Rui is no admin any more.
  await replica.reports.put(reportRow({ id: 'r5', client_id: 'c4', author_name: 'Rui' }))
  await openDashboard(<ClientsScreen {...LINKS} tab="admins" />)
  expect(await screen.findByText('Looks after 2 clients')).toBeVisible()
  const admins = within(screen.getByRole('list', { name: 'Admins' }))
  const figure = (name: string) => admins.getByText(name).closest('div')?.querySelector('dd')?.textContent
  expect(['Clients', 'Waiting for an answer', 'Reports in 30 days'].map(figure)).toEqual(['2', '1', '1'])
  const linksIn = (list: string) =>
    within(screen.getByRole('list', { name: list }))
      .getAllByRole('link')
      .map((link) => [link.getAttribute('href'), link.lastElementChild?.textContent])
  expect(linksIn('Clients of Ana')).toEqual([
    ['/d?client=c2', 'waits 2 hours'],
    ['/d?client=c1', 'Ash'],
  ])
  expect(screen.getByRole('heading', { name: 'Nobody looks after 2 clients' })).toBeVisible()
  expect(linksIn('Clients nobody looks after')).toEqual([
    ['/d?client=c3', 'Cedar'],
    ['/d?client=c4', 'Dogwood'],
  ])
})

test('tells how to take over a client of another admin, and only there', async () => {
  const ana = await replica.admins.toArray()
  await replica.admins.bulkPut(ana.map((row) => ({ ...row, id: 'a2', name: 'Rui', user_id: 'u2' })))
  await replica.reports.bulkPut([
    reportRow({ id: 'r1', client_id: 'c1', author_name: 'Ana', published_at: '2026-11-20T09:00:00Z' }),
    reportRow({ id: 'r2', client_id: 'c2', author_name: 'Rui', published_at: '2026-11-20T09:00:00Z' }),
  ])
  await openDashboard(<ClientsScreen {...LINKS} tab="admins" />)
  const hint = await screen.findByText(/^To take one over, open it and write its next report/)
  expect(hint.closest('li')).toHaveTextContent(/Rui.*Birch/)
})

test('shows four clients on a phone, and all on request', async () => {
  const ids = ['c3', 'c4', 'c5', 'c6']
  await replica.clients.bulkPut(ids.map((id) => clientRow({ id, company_name: `Company ${id}` })))
  const user = await openDashboard(<ClientsScreen {...LINKS} tab="admins" />)
  const list = within(await screen.findByRole('list', { name: 'Clients nobody looks after' }))
  expect(list.getAllByRole('link')).toHaveLength(4)
  await user.click(list.getByRole('button', { name: 'and 2 more' }))
  expect(list.getAllByRole('link')).toHaveLength(6)
  await user.click(list.getByRole('button', { name: 'Show fewer' }))
  expect(list.getAllByRole('link')).toHaveLength(4)
})

test('shows the admins with an error if the rows about their clients do not come', async () => {
  vi.spyOn(replica.reports, 'toArray').mockReturnValue(new Dexie.Promise(() => undefined))
  opened(<ClientsScreen {...LINKS} tab="admins" />, '/', replica, { ...LIVE_ADMIN, stalled: true })
  const admins = within(await screen.findByRole('list', { name: 'Admins' }))
  expect(await admins.findByText('Ana')).toBeVisible()
  expect(screen.getByText('Error loading clients. Please try again later.')).toBeVisible()
})

test('shows when each admin was last active and who has a second factor, and loads both again on request', async () => {
  const at = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const signIn = (fields: Partial<remote.AdminSignIn>) =>
    Promise.resolve({
      value: { rows: [{ user_id: 'u9', last_active_at: at, has_second_factor: true, ...fields }] },
    })
  vi.mocked(remote.fetchAdminSignIns).mockReturnValue(signIn({}))
  const user = await openDashboard(<ClientsScreen {...LINKS} tab="admins" />)
  const admins = within(await screen.findByRole('list', { name: 'Admins' }))
  expect(await admins.findByText('Active 3 h ago')).toBeVisible()
  expect(admins.getByText('Two-factor')).toBeVisible()
  expect(admins.queryByRole('link')).toBeNull()
  vi.mocked(remote.fetchAdminSignIns).mockReturnValue(
    signIn({ last_active_at: null, has_second_factor: false }),
  )
  await user.click(screen.getByRole('button', { name: 'Refresh admins' }))
  expect(await admins.findByText('Not signed in')).toBeVisible()
  expect(admins.getByText('No two-factor')).toBeVisible()
  expect(admins.getByRole('link', { name: /^Turn on\s*two-factor$/ })).toHaveAttribute('href', '/s')
  expect(screen.queryByText(/Last activity as of/)).toBeNull()
  vi.mocked(remote.fetchAdminSignIns).mockResolvedValue(remote.LATE)
  await user.click(screen.getByRole('button', { name: 'Refresh admins' }))
  expect(await screen.findByText(/Last activity as of \d+:\d\d [AP]M\.$/)).toBeVisible()
  expect(admins.getByText('Not signed in')).toBeVisible()
})
