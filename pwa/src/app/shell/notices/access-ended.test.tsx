// The screen of an account without access: it waits for a link, or its access has ended.
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { NoAnswer } from '../../../api/client'
import AccessEnded from './access-ended'

const GET = vi.hoisted(() => vi.fn())
vi.mock('../../../api/client', async (original) => ({ ...(await original<object>()), ownApi: { GET } }))

const response = (is_waiting: boolean) => GET.mockResolvedValueOnce({ data: { is_waiting } })
const onLinked = vi.fn()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
})
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('explains that the account waits to be linked, and continues once it is', async () => {
  response(true)
  render(<AccessEnded onSignOut={vi.fn()} onLinked={onLinked} />)
  await passes(0)
  expect(
    screen.getByRole('heading', { name: 'No client account found. Please contact support.' }),
  ).toBeVisible()
  expect(screen.getByText(/Your provider has been notified, and your setup is under way/)).toBeVisible()
  GET.mockRejectedValueOnce(new NoAnswer('network'))
  await passes(15_000)
  response(true)
  await passes(15_000)
  expect(onLinked).not.toHaveBeenCalled()
  response(false)
  await passes(15_000)
  expect(onLinked).toHaveBeenCalledOnce()
})

test('shows an error and a retry if the account’s state cannot be loaded', async () => {
  GET.mockRejectedValueOnce(new NoAnswer('network'))
  render(<AccessEnded onSignOut={vi.fn()} onLinked={onLinked} />)
  await passes(0)
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Your account cannot be loaded just now. Check your network and try again.',
  )
  expect(screen.queryByRole('heading')).toBeNull()
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  response(true)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await passes(0)
  expect(
    screen.getByRole('heading', { name: 'No client account found. Please contact support.' }),
  ).toBeVisible()
  expect(GET).toHaveBeenCalledTimes(2)
})

test('shows that access has ended for an account that does not wait to be linked', async () => {
  response(false)
  render(<AccessEnded onSignOut={vi.fn()} onLinked={onLinked} />)
  await passes(0)
  expect(screen.getByRole('heading', { name: 'This account has no access any more' })).toBeVisible()
  expect(screen.getByText(/^No client account found\. Please contact support\./)).toBeVisible()
  expect(screen.queryByText(/notified/)).toBeNull()
})
