// Tests of the primary action of the tabs Clients and Admins, and of the admins' ids.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { LINKS, openDashboard, withDashboard } from '../../testing/screens/admin-dashboard'
import { ClientsScreen } from '.'

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

test('adds a client first on the tab of the clients', async () => {
  await openDashboard(<ClientsScreen {...LINKS} tab="clients" />)
  expect(primaries()).toEqual(['Add Client'])
  expect(actions()).toEqual(['Import', 'Add Admin', 'Add Client'])
})

test('adds an admin first on the tab of the admins, marks the reader, and copies an id', async () => {
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
