// Tests of the primary action of the tabs Clients and Admins, of the admins' ids, and of their sign-ins.
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { LINKS, openDashboard, withDashboard } from '../../testing/screens/admin-dashboard'
import { ClientsScreen } from '.'
import * as remote from './remote'

vi.mock('./remote', { spy: true })
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

test('makes Add Client the primary action on the tab of the clients', async () => {
  await openDashboard(<ClientsScreen {...LINKS} tab="clients" />)
  expect(primaries()).toEqual(['Add Client'])
  expect(actions()).toEqual(['Import', 'Add Admin', 'Add Client'])
})

test('makes Add Admin the primary action on the tab of the admins, marks the signed-in admin, and copies an id', async () => {
  const user = await openDashboard(<ClientsScreen {...LINKS} tab="admins" />)
  expect(primaries()).toEqual(['Add Admin'])
  expect(actions()).toEqual(['Import', 'Add Client', 'Add Admin'])
  expect(screen.queryByLabelText('Counters')).toBeNull()
  const admins = within(await screen.findByRole('list', { name: 'Admins' }))
  expect(await admins.findByText('a1')).toBeVisible()
  expect(admins.getByText('You')).toBeVisible()
  await user.click(admins.getByRole('button', { name: /^Copy\s*ID\s*a1/ }))
  expect(await navigator.clipboard.readText()).toBe('a1')
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
  vi.mocked(remote.fetchAdminSignIns).mockReturnValue(
    signIn({ last_active_at: null, has_second_factor: false }),
  )
  await user.click(screen.getByRole('button', { name: 'Refresh admins' }))
  expect(await admins.findByText('Not signed in')).toBeVisible()
  expect(admins.getByText('No two-factor')).toBeVisible()
  expect(screen.queryByText(/Last activity as of/)).toBeNull()
  vi.mocked(remote.fetchAdminSignIns).mockResolvedValue(remote.LATE)
  await user.click(screen.getByRole('button', { name: 'Refresh admins' }))
  expect(await screen.findByText(/Last activity as of \d+:\d\d [AP]M\.$/)).toBeVisible()
  expect(admins.getByText('Not signed in')).toBeVisible()
})
