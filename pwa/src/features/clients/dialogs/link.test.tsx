// Tests of linking a waiting account to one of the clients with its address, from the row's menu.
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import type { AttentionRow } from '../../../db/rows/admin'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../../testing/sync/replicas'
import { clientRow } from '../../../testing/rows/rows'
import { withSizes } from '../../../testing/setup/element-sizes'
import { ToastProvider } from '../../../ui/feedback/toast'
import * as remote from '../remote'
import { ClientsScreen } from '..'

vi.mock('../remote', { spy: true })
withSizes(700, 200)

const attention = (id: string): AttentionRow => ({
  ...{ id, v: 1, _s: ['w'], points: 60, snoozed_until: null, snoozed_by: '' },
  reasons: [{ code: 'link', points: 60, text: 'signed up, not linked', since: null }],
})

test('offers Link account only for clients with the waiting account’s address, and links the chosen one', async () => {
  const replica = freshReplica()
  await replica.streams.put(readyStream('w'))
  await replica.clients.bulkPut([
    clientRow({ id: 'c1', company_name: 'Ash', created_at: '2026-11-03' }),
    clientRow({
      id: 'c2',
      company_name: 'Birch',
      user_id: null,
      contact_email: 'quinn@x.example',
      created_at: '2026-11-02',
    }),
    clientRow({
      id: 'c3',
      company_name: 'Cedar',
      user_id: null,
      contact_email: 'QUINN@x.example',
      created_at: '2026-11-01',
    }),
  ])
  await replica.client_attention.bulkPut([attention('c2'), attention('c3')])
  vi.mocked(remote.linkAccount).mockReturnValue(Promise.resolve({ value: {} } as never))
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u9', replica, sync: fakeSync(LIVE_ADMIN) }}>
        <ToastProvider>
          <ClientsScreen
            threadOf={() => ''}
            reportsOf={() => ''}
            viewOf={() => ''}
            clientOf={(id) => `/d?client=${id}`}
            reportOf={(id, report) => `/r?client=${id}&report=${report ?? ''}`}
            client={null}
            tab="clients"
            tabHref={() => ''}
            securityHref="/s"
          />
        </ToastProvider>
      </LiveContext>
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  const actionsOf = async (name: string) =>
    within(await screen.findByRole('group', { name: `Actions for ${name}` }))
  await user.click((await actionsOf('Ash')).getByRole('button', { name: 'Actions' }))
  expect(await screen.findByRole('menuitem', { name: 'Edit Client' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Link account' })).toBeNull()
  await user.keyboard('{Escape}')

  expect(screen.getAllByText('Pending Account Setup · signed up, not linked')).toHaveLength(2)
  await user.click((await actionsOf('Birch')).getByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Link account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Link account' }))
  expect(dialog.getAllByRole('radio')).toHaveLength(2)
  expect(dialog.getByRole('radio', { name: /Birch/ })).toBeChecked()
  await user.click(dialog.getByRole('radio', { name: /Cedar/ }))
  await user.click(dialog.getByRole('button', { name: 'Link account' }))
  expect(await screen.findByText('Account linked successfully.')).toBeVisible()
  expect(vi.mocked(remote.linkAccount).mock.calls).toEqual([['c3']])
})
