// Tests of onboarding: the website that a client enters, the scan that follows, and failures.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { clientRow, scanRunRow, scoreRow } from '../../../testing/rows/rows'
import { open, replica, SITE, withPageSpeed } from '../../../testing/screens/page-speed'
import { PageSpeedScreen } from '..'
import { saveWebsite } from '../remote'

vi.mock('../remote', () => ({ saveWebsite: vi.fn() }))
withPageSpeed()
beforeEach(() => {
  vi.mocked(saveWebsite).mockReset()
})

test('previews the saved address, saves it, and shows the scan’s progress and score', async () => {
  await replica.clients.put(clientRow())
  vi.mocked(saveWebsite).mockResolvedValue({ is: 'saved', runId: 'r1' })
  const user = open(<PageSpeedScreen />)
  await user.click(await screen.findByRole('button', { name: 'Complete onboarding' }))
  const dialog = await screen.findByRole('dialog')
  const save = within(dialog).getByRole('button', { name: 'Save and scan' })
  expect(save).toBeDisabled()
  await user.type(within(dialog).getByLabelText('Website URL'), 'bakery.example')
  expect(dialog).toHaveTextContent('Full address: https://bakery.example/')
  await user.type(within(dialog).getByLabelText(/Service areas/), 'Lisbon')
  await user.click(save)
  expect(saveWebsite).toHaveBeenCalledWith('bakery.example', 'Lisbon')
  expect(await within(dialog).findByText('Waiting for its turn')).toBeVisible()
  await act(() => replica.scan_runs.put(scanRunRow({ state: 'running', step: 1 })))
  expect(await within(dialog).findByText('Measurement 2 of 3')).toBeVisible()
  await act(async () => {
    await replica.performance_scores.put(scoreRow({ performance_score: 93 }))
    await replica.scan_runs.put(scanRunRow({ state: 'done', step: 3, score_id: 's1' }))
  })
  expect(await within(dialog).findByText('93')).toBeVisible()
  expect(dialog).toHaveTextContent('Good')
})

test('shows an error at the field for an invalid address, until the user edits it', async () => {
  await replica.clients.put(clientRow())
  const user = open(<PageSpeedScreen />)
  await user.click(await screen.findByRole('button', { name: 'Complete onboarding' }))
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByLabelText('Website URL')
  await user.type(field, 'ftp://bakery')
  await user.click(within(dialog).getByRole('button', { name: 'Save and scan' }))
  expect(await within(dialog).findByText('Please enter a valid website URL.')).toBeVisible()
  expect(saveWebsite).not.toHaveBeenCalled()
  await user.type(field, 'x')
  expect(within(dialog).queryByText('Please enter a valid website URL.')).toBeNull()
})

test('warns about invalid and private addresses before sending, and still sends a private one', async () => {
  await replica.clients.put(clientRow())
  vi.mocked(saveWebsite).mockResolvedValue({ is: 'saved', runId: 'r1' })
  const user = open(<PageSpeedScreen />)
  await user.click(await screen.findByRole('button', { name: 'Complete onboarding' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText('Website URL')
  await user.type(field, 'shop..example')
  expect(dialog.queryByText('Please enter a valid website URL.')).toBeNull()
  await user.tab()
  expect(await dialog.findByText('Please enter a valid website URL.')).toBeVisible()
  await user.clear(field)
  await user.type(field, 'printer.local')
  expect(dialog.queryByText(/Please enter a valid website URL/)).toBeNull()
  await user.tab()
  expect(
    await dialog.findByText('Please enter a valid website URL. This one is inside a private network.'),
  ).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Save and scan' }))
  expect(saveWebsite).toHaveBeenCalledExactlyOnceWith('printer.local', '')
})

test.each(['Failed to save website information. Please try again.', 'User not authenticated.'])(
  'shows “%s” in the form, with the typed address',
  async (message) => {
    await replica.clients.put(clientRow())
    vi.mocked(saveWebsite).mockResolvedValue({ is: 'rejected', message, isFieldError: false })
    const user = open(<PageSpeedScreen />)
    await user.click(await screen.findByRole('button', { name: 'Complete onboarding' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Website URL'), 'bakery.example')
    await user.click(within(dialog).getByRole('button', { name: 'Save and scan' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(message)
    expect(within(dialog).getByLabelText('Website URL')).toHaveValue('bakery.example')
  },
)

test('shows the error of a failed scan, retries it, and can be closed', async () => {
  await replica.clients.put(clientRow({ website_url: SITE }))
  await replica.scan_runs.put(scanRunRow({ state: 'running' }))
  vi.mocked(saveWebsite).mockResolvedValue({ is: 'rejected', message: 'whatever', isFieldError: false })
  const user = open(<PageSpeedScreen />)
  await user.click(await screen.findByRole('button', { name: 'Change website' }))
  const dialog = await screen.findByRole('dialog')
  const error = 'PageSpeed scan failed — please try again later.'
  await act(() => replica.scan_runs.put(scanRunRow({ state: 'failed', error })))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(error)
  await user.click(within(dialog).getByRole('button', { name: 'Scan again' }))
  await waitFor(() =>
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Failed to run PageSpeed scan'),
  )
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
