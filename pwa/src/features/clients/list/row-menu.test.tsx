// Tests that a dialog opened from a row's menu returns the focus to the row.
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { clientRow } from '../../../testing/rows/rows'
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

test('returns the focus to the menu’s button after the first and the second dialog', async () => {
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u9', replica, sync: fakeSync(LIVE_ADMIN) }}>
        <ToastProvider>
          <ClientsScreen
            hrefOf={(id) => `/m?client=${id}`}
            reportsOf={(id) => `/r?client=${id}`}
            viewOf={(id) => `/v/${id}`}
            tab="clients"
            tabHref={(tab) => `/d?view=${tab}`}
          />
        </ToastProvider>
      </LiveContext>
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  const more = await screen.findByRole('button', { name: 'More' })
  // The first dialog loads the chunk of the dialogs, so only the second one opens while the menu closes.
  for (const name of ['Edit client', 'Edit client']) {
    more.focus()
    await user.keyboard('{Enter}')
    const item = await screen.findByRole('button', { name })
    item.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Edit Client' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(more).toHaveFocus())
  }
})
