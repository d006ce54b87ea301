// Screens of reports for tests: a client's replica, requests that succeed, and the rendered screen.
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import type { SyncStatus } from '../../sync'
import { ToastProvider } from '../../ui/feedback/toast'
import { clientRow } from '../rows/rows'
import { withSizes } from '../setup/element-sizes'
import { fakeSync } from '../sync/fake-sync'
import { freshReplica, readyStream } from '../sync/replicas'

/** The replica of the running test. */
export let replica: Replica

/** The mocked requests that the screens send by themselves. */
interface Requests {
  fetchPoster: (id: string) => Promise<string>
  fetchZone: () => Promise<string | null>
  noteOpened: (id: string) => Promise<void>
  holdScreens: () => () => void
}

/** Gives every test of the file a replica with a client, and requests that succeed. */
export function withReports({ fetchPoster, fetchZone, noteOpened, holdScreens }: Requests): void {
  withSizes(700, 60)
  beforeEach(async () => {
    vi.resetAllMocks()
    vi.mocked(fetchPoster).mockResolvedValue('')
    vi.mocked(fetchZone).mockResolvedValue('Europe/Berlin')
    vi.mocked(noteOpened).mockResolvedValue()
    vi.mocked(holdScreens).mockReturnValue(() => undefined)
    replica = freshReplica()
    await replica.clients.put(clientRow())
    await replica.streams.bulkPut([readyStream('c:c1'), readyStream('w')])
  })
}

export function openReports(stored: Replica, what: ReactNode, status: SyncStatus) {
  render(
    <ToastProvider>
      <MemoryRouter>
        <LiveContext value={{ userId: 'u1', replica: stored, sync: fakeSync(status) }}>{what}</LiveContext>
      </MemoryRouter>
    </ToastProvider>,
  )
  return userEvent.setup()
}
