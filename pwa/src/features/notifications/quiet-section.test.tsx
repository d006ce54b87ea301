// Tests of the quiet hours: a saved time, and one that could not be saved.
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { preferencesRow } from '../../testing/rows/notices'
import { ToastProvider } from '../../ui/feedback/toast'
import { QuietSection } from './quiet-section'

const api = vi.hoisted(() => ({ PUT: vi.fn() }))
vi.mock('../../api/client', () => ({ ownApi: api, NoAnswer: class extends Error {} }))
beforeEach(() => void api.PUT.mockReset())

/** Changes the first quiet hour from 22:00 to 21:30, and returns its field. */
async function changeFrom() {
  const user = userEvent.setup()
  render(
    <ToastProvider>
      <QuietSection preferences={preferencesRow({ is_quiet: true })} />
    </ToastProvider>,
  )
  const from = screen.getByLabelText('From')
  expect(from).toHaveValue('22:00')
  await user.clear(from)
  await user.type(from, '21:30')
  await user.tab()
  return from
}

test('saves quiet hours in the user’s time zone', async () => {
  api.PUT.mockResolvedValue({ data: {}, response: { ok: true, status: 200 } })
  const from = await changeFrom()
  expect(await screen.findByText('Notification preferences updated')).toBeVisible()
  expect(from).toHaveValue('21:30')
  expect(api.PUT).toHaveBeenCalledExactlyOnceWith('/rest/v1/notice_wishes', {
    body: { quiet_from: 1290, zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  })
})

test('restores the stored time if quiet hours could not be saved', async () => {
  api.PUT.mockResolvedValue({ error: {}, response: { ok: false, status: 500 } })
  const from = await changeFrom()
  await waitFor(() => expect(from).toHaveValue('22:00'))
  expect(api.PUT).toHaveBeenCalledOnce()
})
