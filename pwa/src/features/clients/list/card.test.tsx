// Tests of a client's card, which phones and tablets show instead of a row of the table.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { clientRow } from '../../../testing/rows/rows'
import { LINKS, openDashboard, replica, withDashboard } from '../../../testing/screens/admin-dashboard'
import { thread } from '../../../testing/servers/wire-rows'
import { ClientsScreen } from '..'

withDashboard()

const cardOf = (company: string) =>
  screen.getAllByRole('listitem').find((item) => item.textContent.includes(company)) as HTMLElement

test('shows name, time, the one status that matters, contact, plan and the last message', async () => {
  await openDashboard(<ClientsScreen {...LINKS} tab="clients" />)
  await replica.clients.bulkPut([
    clientRow({ id: 'c3', company_name: 'Cedar', contact_name: 'Ida', subscription_tier: 'basic' }),
    clientRow({ id: 'c4', company_name: 'Dogwood', subscription_status: 'active' }),
    clientRow({ id: 'c5', company_name: 'Elm', subscription_status: 'inactive' }),
    clientRow({ id: 'c6', company_name: 'Fir', user_id: null }),
  ])
  const wrote = new Date(Date.now() - 3 * 3_600_000).toISOString()
  await replica.threads.put({
    ...thread('c3', 1, {
      last_message_role: 'client',
      last_message_at: wrote,
      last_message_preview: 'Are you there?',
      provider_unread: 2,
    }),
    _s: ['w'],
  })
  await replica.threads.put({
    ...thread('c4', 1, { last_message_role: 'admin', last_message_at: wrote }),
    _s: ['w'],
  })
  await waitFor(() =>
    expect(cardOf('Cedar')).toHaveTextContent(
      /Cedar ?Waiting 3 hours · Ida · Starter Plan ?Ida: Are you there\?/,
    ),
  )
  expect(within(cardOf('Cedar')).getByText('2 unread')).toBeInTheDocument()
  await waitFor(() => expect(cardOf('Dogwood')).toHaveTextContent(/Dogwood ?3 h ago ?Active · /))
  expect(cardOf('Elm')).toHaveTextContent(/Elm ?Inactive · /)
  expect(cardOf('Fir')).toHaveTextContent(/Fir ?Pending Account Setup · /)
})

test('selects a client from its menu, and by its picture', async () => {
  const user = await openDashboard(<ClientsScreen {...LINKS} tab="clients" />)
  const box = () => screen.getByRole('checkbox', { name: 'Choose Ash' })
  await user.click(within(cardOf('Ash')).getByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Select' }))
  expect(box()).toBeChecked()
  await user.click(box())
  expect(box()).not.toBeChecked()
})
