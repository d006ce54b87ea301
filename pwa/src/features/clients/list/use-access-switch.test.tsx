// Tests of switching more clients' access than one request takes.
import { act, renderHook, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { clientRow } from '../../../testing/rows/rows'
import { ToastProvider } from '../../../ui/feedback/toast'
import * as remote from '../remote'
import { CLIENTS_MAX } from '../rules.gen'
import { useAccessSwitch } from './use-access-switch'

vi.mock('../remote', { spy: true })

test('offers Undo for the clients of the first request if the second one fails', async () => {
  const rejected = { message: 'An error occurred', field: null }
  const setAccess = vi.mocked(remote.setAccess).mockResolvedValue({ value: undefined } as never)
  setAccess.mockResolvedValueOnce({ value: undefined } as never).mockResolvedValueOnce({ rejected })
  const clients = Array.from({ length: CLIENTS_MAX + 1 }, (_, n) =>
    clientRow({ id: `c${n}`, subscription_status: 'active' }),
  )
  const showMessage = vi.fn()
  const { result } = renderHook(() => useAccessSwitch(showMessage), { wrapper: ToastProvider })
  act(() => result.current(clients, 'inactive'))
  expect(await screen.findByText(`${CLIENTS_MAX} clients deactivated`)).toBeVisible()
  expect(showMessage.mock.calls).toEqual([[null], ['An error occurred']])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  const first = clients.slice(0, CLIENTS_MAX).map(({ id }) => id)
  expect(setAccess.mock.calls.slice(2)).toEqual([[first, 'active', 'admin']])
})
