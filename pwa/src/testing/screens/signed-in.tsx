// Renders a screen for a signed-in user: with its address, toasts, and a replica without sync.
import { render, type screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'

import type { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import type { SyncStatus } from '../../sync'
import { ToastProvider } from '../../ui/feedback/toast'
import { fakeSync } from '../sync/fake-sync'

export function opened(what: ReactNode, at: string, replica: Replica, status: SyncStatus) {
  const sync = fakeSync({ ...status })
  render(
    <MemoryRouter initialEntries={[at]}>
      <ToastProvider>
        <LiveContext value={{ userId: 'u9', replica, sync }}>{what}</LiveContext>
      </ToastProvider>
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), sync }
}

/** Clicks the button with this name within `place`. */
export function press(
  user: ReturnType<typeof userEvent.setup>,
  place: Pick<typeof screen, 'getByRole'>,
  name: string,
) {
  return user.click(place.getByRole('button', { name }))
}
