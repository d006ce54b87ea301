// Tests of the dialogs that add a client, add an admin and edit a client.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { clientRow } from '../../../testing/rows/rows'
import {
  done,
  LINKS,
  openDashboard,
  rejected,
  replica,
  rowOf,
  type,
  withDashboard,
} from '../../../testing/screens/admin-dashboard'
import * as remote from '../remote'
import { ClientsScreen } from '..'

vi.mock('../remote', { spy: true })
withDashboard()

const open = () => openDashboard(<ClientsScreen {...LINKS} tab="clients" />)

test('adds a client after validation, and repeats a failed request with the same id', async () => {
  vi.mocked(remote.addClient).mockReturnValueOnce(rejected('An error occurred')).mockReturnValue(done())
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Add Client' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Client' }))
  const add = dialog.getByRole('button', { name: 'Add Client' })
  await user.click(add)
  expect(await dialog.findByText('Company name is required')).toBeVisible()
  await type(user, { 'Company Name': 'Cedar', 'Contact Name': 'Cid', 'Contact Email': 'cid' })
  await user.click(add)
  expect(await dialog.findByText('Please enter a valid email address')).toBeVisible()
  expect(remote.addClient).not.toHaveBeenCalled()
  await type(user, { 'Contact Email': '@cedar.example' })
  await user.click(add)
  expect(await dialog.findByText('An error occurred')).toBeVisible()
  await user.click(add)
  const message = await screen.findByText(
    'Client created successfully. Please ask the client to sign up using their email address.',
  )
  expect(message.closest('[role]')).toHaveAttribute('role', 'status')
  const [first, second] = vi.mocked(remote.addClient).mock.calls.map(([client]) => client)
  expect(first).toEqual(second)
  expect(first).toMatchObject({
    company_name: 'Cedar',
    contact_name: 'Cid',
    contact_email: 'cid@cedar.example',
    phone: '',
    subscription_tier: 'basic',
    subscription_status: 'active',
  })
})

test('adds a client as inactive on request', async () => {
  vi.mocked(remote.addClient).mockReturnValue(done())
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Add Client' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Client' }))
  expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('Active')
  await type(user, {
    'Company Name': 'Cedar',
    'Contact Name': 'Cid',
    'Contact Email': 'cid@cedar.example',
  })
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Status' }), 'Inactive')
  await user.click(dialog.getByRole('button', { name: 'Add Client' }))
  await waitFor(() => expect(remote.addClient).toHaveBeenCalledOnce())
  expect(vi.mocked(remote.addClient).mock.calls[0]?.[0]).toMatchObject({ subscription_status: 'inactive' })
})

test('lists a client at once for the admin who added it, while other new rows wait', async () => {
  vi.mocked(remote.addClient).mockImplementation(async (client) => {
    await replica.clients.bulkPut([
      clientRow({ id: client.id, user_id: null, company_name: 'Cedar', created_at: '2026-11-03' }),
      clientRow({ id: 'c4', company_name: 'Dogwood', created_at: '2026-11-04' }),
    ])
    return done()
  })
  const user = await open()
  fireEvent.pointerOver(screen.getByRole('list', { name: 'Clients' }), { pointerType: 'mouse' })
  await act(() => replica.clients.put(clientRow({ id: 'c5', company_name: 'Elm', created_at: '2026-11-05' })))
  expect(await screen.findByRole('button', { name: '1 new' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add Client' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Client' }))
  await type(user, { 'Company Name': 'Cedar', 'Contact Name': 'Cid', 'Contact Email': 'cid@cedar.example' })
  await user.click(dialog.getByRole('button', { name: 'Add Client' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Invite to sign up' })).getByRole('button', {
      name: 'Later',
    }),
  )
  await waitFor(() => expect(rowOf('Cedar').getByText('Cedar')).toBeInTheDocument())
})

test('shows the error that a new admin has to sign up first', async () => {
  const user = await openDashboard(<ClientsScreen {...LINKS} tab="admins" />)
  await user.click(screen.getByRole('button', { name: 'Add Admin' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Admin' }))
  await type(user, { Email: 'new@x.example' })
  await user.click(dialog.getByRole('button', { name: 'Add Admin' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/sign up first/)
})

test('sends only the changed fields of a client', async () => {
  vi.mocked(remote.editClient).mockReturnValue(done())
  const user = await open()
  await user.click(rowOf('Ash').getByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit Client' }))
  await screen.findByRole('dialog', { name: 'Edit Client' })
  await user.selectOptions(screen.getByLabelText('Plan level'), 'custom')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Client saved successfully.')).toBeVisible()
  expect(vi.mocked(remote.editClient).mock.calls).toEqual([['c1', { plan_level: 'custom' }]])
})
