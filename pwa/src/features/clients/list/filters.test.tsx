// Tests of what is above the client list: the longest wait, and the chips; and of the order by the longest wait.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { clientRow, snoozedRow } from '../../../testing/rows/rows'
import { LINKS, openDashboard, replica, withDashboard } from '../../../testing/screens/admin-dashboard'
import { thread } from '../../../testing/servers/wire-rows'
import { ClientsScreen } from '..'

withDashboard()

const companies = () => [...document.querySelectorAll('[data-row]')].map((link) => link.textContent)
const wrote = (id: string, hours: number) => ({
  ...thread(id, 1, {
    provider_unread: 1,
    last_message_role: 'client' as const,
    last_message_at: new Date(Date.now() - hours * 3_600_000).toISOString(),
  }),
  _s: ['w'],
})

test('filters by chips with counts, and sorts by the longest wait', async () => {
  const user = await openDashboard(<ClientsScreen {...LINKS} tab="clients" />)
  await replica.clients.put(clientRow({ id: 'c3', company_name: 'Cedar', created_at: '2026-11-03' }))
  await replica.threads.bulkPut([wrote('c1', 5), wrote('c3', 2)])
  expect(await screen.findByRole('radio', { name: 'All 3' })).toBeChecked()
  await user.selectOptions(screen.getByLabelText('Order'), 'Longest waiting')
  await waitFor(() => expect(companies()).toEqual(['Ash', 'Cedar', 'Birch']))
  await user.click(screen.getByRole('radio', { name: 'Waiting 2' }))
  await waitFor(() => expect(companies()).toEqual(['Ash', 'Cedar']))
  await user.click(screen.getByRole('radio', { name: 'Not signed up 1' }))
  await waitFor(() => expect(companies()).toEqual(['Birch']))
  await replica.clients.update('c2', { user_id: 'u2' })
  expect(await screen.findByText('Every client has signed up')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(companies()).toEqual(['Ash', 'Cedar', 'Birch']))
})

test('shows above the list who waits longest, or that every client has an answer', async () => {
  const user = await openDashboard(<ClientsScreen {...LINKS} tab="clients" />)
  expect(await screen.findByText('Every client has an answer.')).toBeVisible()
  await replica.threads.bulkPut([wrote('c1', 5), wrote('c2', 50)])
  const line = within(await screen.findByRole('region', { name: 'Answer next' }))
  expect(line.getByRole('heading', { name: 'Birch' })).toBeVisible()
  expect(line.getByText('Longest wait:')).toHaveTextContent('Longest wait: 2 days')
  expect(line.getByText('· 1 more waits')).toBeInTheDocument()
  expect(line.getByRole('link', { name: 'Answer Birch' })).toHaveAttribute('href', LINKS.threadOf('c2'))
  await user.selectOptions(screen.getByLabelText('Order'), 'Company')
  expect(line.getByRole('heading', { name: 'Birch' })).toBeVisible()
  await replica.threads.update('c2', { last_message_role: 'admin' })
  expect(await line.findByRole('heading', { name: 'Ash' })).toBeVisible()
})

test('offers no snoozed client above the list', async () => {
  await openDashboard(<ClientsScreen {...LINKS} tab="clients" />)
  await replica.client_attention.bulkPut([snoozedRow('c2')])
  await replica.threads.bulkPut([wrote('c1', 5), wrote('c2', 50)])
  const line = await screen.findByRole('region', { name: 'Answer next' })
  expect(within(line).getByRole('heading', { name: 'Ash' })).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Waiting 2' })).toBeVisible()
  await replica.client_attention.put(snoozedRow('c1'))
  expect(await screen.findByText('Every waiting client is snoozed.')).toBeVisible()
})
