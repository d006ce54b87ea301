// Tests that the error of a failed scan or onboarding appears where it happened, with a retry, and disappears
// with the next outcome.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import { clientRow, scanRunRow, scoreRow } from '../../testing/rows/rows'
import { PageSpeedScreen, PerformanceCard, ShellPerformance } from '.'
import { saveWebsite } from './remote'

vi.mock('./remote', () => ({ saveWebsite: vi.fn() }))

const SITE = 'https://bakery.example/'
const FAILED = 'PageSpeed scan failed — please try again later.'
const failed = (id: string, at: string) =>
  scanRunRow({ id, state: 'failed', error: FAILED, asked_at: at, finished_at: at })

let replica: Replica
beforeEach(async () => {
  vi.mocked(saveWebsite).mockReset()
  replica = freshReplica()
  await replica.streams.put(readyStream('c:c1'))
})

function open(what: ReactNode) {
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_CLIENT) }}>
        <Suspense>{what}</Suspense>
      </LiveContext>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

test('shows the error of the newest scan beside the previous score, until the next scan starts', async () => {
  await replica.clients.put(clientRow({ website_url: SITE }))
  await replica.performance_scores.put(scoreRow({ performance_score: 83 }))
  await replica.scan_runs.put(failed('r1', '2026-11-21T10:00:00.000000Z'))
  const user = open(<PerformanceCard href="/there" />)
  expect(await screen.findByText(FAILED)).toBeVisible()
  expect(screen.getByText('83')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(within(await screen.findByRole('dialog')).getByLabelText('Website URL')).toHaveValue(SITE)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(() => replica.scan_runs.put(scanRunRow({ id: 'r2', asked_at: '2026-11-21T11:00:00.000000Z' })))
  await waitFor(() => expect(screen.queryByText(FAILED)).toBeNull())
  await act(() =>
    replica.scan_runs.put(scanRunRow({ id: 'r2', state: 'done', asked_at: '2026-11-21T11:00:00.000000Z' })),
  )
  expect(screen.queryByText(FAILED)).toBeNull()
})

test('shows a failed first scan in the card and as a link in the menu', async () => {
  await replica.clients.put(clientRow({ website_url: SITE }))
  await replica.scan_runs.put(failed('r1', '2026-11-21T10:00:00.000000Z'))
  open(
    <>
      <PerformanceCard href="/there" />
      <ShellPerformance href="/there" />
    </>,
  )
  expect(await screen.findByText(FAILED)).toBeVisible()
  expect(screen.getByRole('link', { name: /The last scan failed\./ })).toHaveAttribute('href', '/there')
  await act(() => replica.scan_runs.put(scanRunRow({ id: 'r2', asked_at: '2026-11-21T11:00:00.000000Z' })))
  await waitFor(() => expect(screen.queryByText('The last scan failed.')).toBeNull())
  expect(screen.queryByText(FAILED)).toBeNull()
})

async function onboarding() {
  const user = open(<PageSpeedScreen />)
  await user.click(await screen.findByRole('button', { name: 'Complete onboarding' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText('Website URL')
  return {
    user,
    dialog,
    field,
    save: () => user.click(dialog.getByRole('button', { name: 'Save and scan' })),
  }
}

test('clears the previous error when onboarding is tried again', async () => {
  await replica.clients.put(clientRow())
  const notSaved = 'Failed to save website information. Please try again.'
  vi.mocked(saveWebsite).mockResolvedValue({ is: 'rejected', message: notSaved, isFieldError: false })
  const { user, dialog, field, save } = await onboarding()
  await user.type(field, 'bakery.example')
  await save()
  expect(await dialog.findByText(notSaved)).toBeVisible()
  await user.type(field, ' x')
  expect(dialog.queryByText(notSaved)).toBeNull()
  await save()
  expect(await dialog.findByText('Please enter a valid website URL.')).toBeVisible()
  expect(dialog.queryByText(notSaved)).toBeNull()
})

test('reopens the form if the server rejects the address when a failed scan is retried', async () => {
  await replica.clients.put(clientRow())
  vi.mocked(saveWebsite).mockResolvedValueOnce({ is: 'saved', runId: 'r1' })
  const { user, dialog, field, save } = await onboarding()
  await user.type(field, 'bakery.example')
  await save()
  await act(() => replica.scan_runs.put(failed('r1', '2026-11-21T10:00:00.000000Z')))
  vi.mocked(saveWebsite).mockResolvedValueOnce({
    is: 'rejected',
    message: 'Please enter a valid website URL.',
    isFieldError: true,
  })
  await user.click(await dialog.findByRole('button', { name: 'Scan again' }))
  expect(await dialog.findByText('Please enter a valid website URL.')).toBeVisible()
  expect(dialog.getByLabelText('Website URL')).toHaveValue('bakery.example')
})
