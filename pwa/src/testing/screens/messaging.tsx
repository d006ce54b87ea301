// Messaging for tests: a replica with a client, stored messages, and the rendered screen.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, vi } from 'vitest'

import type { MessageRow } from '../../db/rows/messages'
import type { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import type { SyncStatus } from '../../sync'
import { ToastProvider } from '../../ui/feedback/toast'
import { clientRow } from '../rows/rows'
import { message } from '../servers/wire-rows'
import { withSizes } from '../setup/element-sizes'
import { fakeSync } from '../sync/fake-sync'
import { freshReplica } from '../sync/replicas'

/** The replica of the running test. */
export let replica: Replica

/** Gives every test of the file a focused page and a new replica with a client. */
export function withMessaging(): void {
  withSizes(700, 60)
  beforeEach(async () => {
    replica = freshReplica()
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    await replica.clients.put(clientRow())
  })
}

export const messageRow = (n: number, more: Partial<MessageRow> = {}): MessageRow => ({
  ...message(n, 'c1', { id: `m${n}` }),
  _s: ['c:c1'],
  ...more,
})

/** Stores that this device holds the whole thread of a client. */
export const held = (client_id: string) =>
  replica.held.put({ client_id, from: null, opened_at: 1, ready: true })

export function openMessaging(what: ReactNode, status: SyncStatus) {
  const sync = fakeSync(status)
  const view = render(
    <ToastProvider>
      <MemoryRouter>
        <LiveContext value={{ userId: 'u1', replica, sync }}>{what}</LiveContext>
      </MemoryRouter>
    </ToastProvider>,
  )
  return { sync, user: userEvent.setup(), ...view }
}

export const log = () => screen.findByRole('log', { name: 'Messages' })
