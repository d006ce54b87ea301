// Tests of a row's menu: the actions that do not fit into the row, and the focus after its dialogs.
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { LIVE_ADMIN, storingSync } from '../../../testing/sync/fake-sync'
import { clientRow } from '../../../testing/rows/rows'
import { thread } from '../../../testing/servers/wire-rows'
import { withSizes } from '../../../testing/setup/element-sizes'
import { ToastProvider } from '../../../ui/feedback/toast'
import { ClientsScreen } from '..'

withSizes(700, 136)

let replica: Replica
beforeEach(async () => {
  replica = new Replica(`menu-${String(Math.random())}`)
  await replica.streams.put({ s: 'w', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
  await replica.clients.put(clientRow({ id: 'c1', company_name: 'Ash', created_at: '2026-11-02' }))
})
afterEach(() => replica.delete())

function show(status = LIVE_ADMIN) {
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u9', replica, sync: storingSync(status, replica) }}>
        <ToastProvider>
          <ClientsScreen
            threadOf={(id) => `/m?client=${id}`}
            reportsOf={(id) => `/r?client=${id}`}
            viewOf={(id) => `/v/${id}`}
            clientOf={(id) => `/d?client=${id}`}
            reportOf={(id, report) => `/r?client=${id}&report=${report ?? ''}`}
            client={null}
            tab="clients"
            tabHref={(tab) => `/d?view=${tab}`}
            securityHref="/s"
          />
        </ToastProvider>
      </LiveContext>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

const ROW_ACTIONS = ['Message', 'Reports', 'Video', 'Chatbot', 'History']

test.each([
  [false, [...ROW_ACTIONS, 'Edit Client', 'View as client', 'Send invitation', 'Select', 'Activate']],
  [true, ['Edit Client', 'View as client', 'Send invitation']],
])('lists the actions that the row does not show (wide row: %s)', async (isWide, names) => {
  const media = vi.spyOn(window, 'matchMedia').mockReturnValue({
    matches: isWide,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  } as unknown as MediaQueryList)
  onTestFinished(() => media.mockRestore())
  await replica.clients.update('c1', { user_id: null, subscription_status: 'inactive' })
  const user = show()
  const actions = within(await screen.findByRole('group', { name: 'Actions for Ash' }))
  expect(actions.getByRole('link', { name: 'Message' })).toHaveAttribute('href', '/m?client=c1')
  const button = actions.getByRole('button', { name: 'Actions' })
  await user.click(button)
  const menu = within(screen.getByRole('menu', { name: 'Actions for Ash' }))
  expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(names)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await waitFor(() => expect(button).toHaveFocus())
})

test('disables actions that need a connection while the device is offline, and shows why', async () => {
  await replica.clients.update('c1', {
    user_id: 'u1',
    website_url: 'https://ash.example/',
    subscription_status: 'active',
  })
  await replica.client_attention.put({
    ...{ id: 'c1', v: 1, _s: ['w'], points: 60, reasons: [], snoozed_by: 'Ana' },
    snoozed_until: '2126-11-21T10:00:00.000000Z',
  })
  const user = show({ ...LIVE_ADMIN, link: { is: 'offline', since: '2026-11-21T10:00:00.000000Z' } })
  const actions = within(await screen.findByRole('group', { name: 'Actions for Ash' }))
  expect(actions.getByRole('button', { name: 'Deactivate' })).toBeDisabled()
  expect(actions.getByRole('button', { name: 'Deactivate' })).toHaveAttribute(
    'title',
    'This needs a connection.',
  )
  const sent = vi.spyOn(globalThis, 'fetch')
  const icon = actions.getByRole('button', { name: 'Deactivate' }).querySelector('svg')
  fireEvent.click(icon ?? expect.fail('no icon'))
  expect(sent).not.toHaveBeenCalled()
  sent.mockRestore()
  expect(screen.queryByRole('menu')).toBeNull()
  await user.click(actions.getByRole('button', { name: 'Actions' }))
  const menu = within(screen.getByRole('menu', { name: 'Actions for Ash' }))
  expect(menu.getByText('Some actions need a connection.')).toBeVisible()
  const disabled = menu
    .getAllByRole('menuitem')
    .filter((item) => item.getAttribute('aria-disabled') === 'true')
  expect(disabled.map((item) => item.textContent)).toEqual(['Scan website now', 'End snooze', 'Deactivate'])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('checkbox', { name: 'Choose Ash' }))
  const chosen = within(screen.getByRole('group', { name: 'Chosen clients' }))
  for (const name of ['Activate', 'Deactivate']) expect(chosen.getByRole('button', { name })).toBeDisabled()
  expect(chosen.getByText('This needs a connection.')).toBeVisible()
})

test('returns the focus to the menu’s button after the first and the second dialog', async () => {
  const user = show()
  const more = await screen.findByRole('button', { name: 'Actions' })
  // The first dialog loads the chunk of the dialogs, so only the second one opens while the menu closes.
  for (const name of ['Edit Client', 'Edit Client']) {
    more.focus()
    await user.keyboard('{Enter}')
    const item = await screen.findByRole('menuitem', { name })
    item.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Edit Client' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(more).toHaveFocus())
  }
})

test('ends a client’s wait from the menu, and then no longer offers it', async () => {
  const last = { last_message_id: 'm1', last_message_at: '2026-11-21T10:00:00.000000Z' }
  await replica.threads.put({ ...thread('c1', 1, { ...last, last_message_role: 'client' }), _s: ['w'] })
  const user = show()
  const more = await screen.findByRole('button', { name: 'Actions' })
  await user.click(more)
  await user.click(await screen.findByRole('menuitem', { name: 'No answer needed' }))
  expect(await screen.findByText('Ash: no answer needed')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await user.click(more)
  expect(await screen.findByRole('menuitem', { name: 'Edit Client' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'No answer needed' })).toBeNull()
})
