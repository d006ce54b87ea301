// The PageSpeed tab, the card and onboarding, as a client sees them.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { readyStream } from '../../testing/sync/replicas'
import { clientRow, scanRunRow, scanTaskRow, scoreRow } from '../../testing/rows/rows'
import { PageSpeedScreen, PerformanceCard } from '.'
import { saveWebsite } from './remote'

vi.mock('./remote', () => ({ saveWebsite: vi.fn() }))

const SITE = 'https://bakery.example/'
let replica: Replica
beforeEach(async () => {
  replica = new Replica(`performance-${String(Math.random())}`)
  await replica.streams.put(readyStream('c:c1'))
  vi.mocked(saveWebsite).mockReset()
})
afterEach(() => replica.delete())

function open(what = <PageSpeedScreen />, status = LIVE_CLIENT) {
  const sync = fakeSync(status)
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u1', replica, sync }}>
        <Suspense>{what}</Suspense>
      </LiveContext>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

const panel = (name: string) => screen.findByRole('region', { name })

async function scanned() {
  await replica.clients.put(clientRow({ website_url: SITE }))
  await replica.performance_scores.bulkPut([
    scoreRow({ id: 's1', performance_score: 74, created_at: '2026-11-13T14:05:00.000000Z' }),
    scoreRow({
      id: 's2',
      performance_score: 83,
      verdict: 'moved',
      reasons: ['No longer on the page: hero.png, 2.1 MB.'],
      previous_score: 74,
      previous_at: '2026-11-13T14:05:00.000000Z',
      last_week_score: 74,
      last_week_at: '2026-11-13T14:05:00.000000Z',
      created_at: '2026-11-20T14:05:00.000000Z',
    }),
  ])
}

test('a score stands with its rating, its change since last week, and when it was measured', async () => {
  await scanned()
  open()
  const score = await panel('Mobile score')
  expect(score).toHaveTextContent('83')
  expect(score).toHaveTextContent('Needs Improvement')
  expect(score).toHaveTextContent('improved+9 points since last week')
  expect(score).toHaveTextContent(/As of Fri, 20 Nov 2026, \d\d:05/)
  expect(within(score).getByRole('link', { name: /Full report/ })).toHaveAttribute(
    'href',
    'https://pagespeed.web.dev/analysis?url=https%3A%2F%2Fbakery.example%2F&form_factor=mobile',
  )
  expect(await panel('Why did the score move?')).toHaveTextContent('No longer on the page: hero.png, 2.1 MB.')
})

test('the points of the chart can be read by keyboard, and all of them as a table', async () => {
  await scanned()
  await replica.scan_runs.put(
    scanRunRow({
      id: 'r9',
      state: 'failed',
      error: 'x',
      finished_at: '2026-11-21T10:00:00.000000Z',
      asked_at: '2026-11-21T09:00:00.000000Z',
    }),
  )
  const user = open()
  const history = await panel('History')
  const points = within(history).getAllByRole('img')
  expect(points.map((point) => point.getAttribute('tabindex'))).toEqual(['-1', '-1', '0'])
  act(() => points[2]?.focus())
  await user.keyboard('{ArrowLeft}')
  expect(points[1]).toHaveFocus()
  expect(points[1]).toHaveAccessibleName(/^Fri, 20 Nov 2026, .*: 83, Needs Improvement$/)
  await user.keyboard('{Home}{ArrowLeft}')
  expect(points[0]).toHaveFocus()
  await user.click(within(history).getByRole('button', { name: 'Table' }))
  const rows = within(history)
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows).toHaveLength(4)
  expect(rows[1]).toMatch(/—Scan failed$/)
  expect(rows[3]).toMatch(/74Needs Improvement$/)
})

test('tasks are to do until a scan has shown that they are done', async () => {
  await scanned()
  await replica.scan_tasks.bulkPut([
    scanTaskRow({ id: 't1', title: 'Make the picture hero.png smaller', weight: 5, reopened: 1 }),
    scanTaskRow({
      id: 't2',
      title: 'Load each script library once',
      is_open: false,
      proof: 'Nothing of it is left.',
      closed_at: '2026-11-20T14:05:00.000000Z',
    }),
  ])
  const user = open()
  const todo = await panel('Recommendations')
  await waitFor(() => expect(todo).toHaveTextContent('1 to do'))
  expect(todo).toHaveTextContent('Came back')
  expect(within(todo).getByText('Load each script library once')).not.toBeVisible()
  await user.click(within(todo).getByRole('button', { name: '1 done' }))
  expect(within(todo).getByText(/Nothing of it is left/)).toBeVisible()
})

test('after a failed scan the form for another one can be opened', async () => {
  await replica.clients.put(clientRow({ website_url: SITE }))
  await replica.scan_runs.put(
    scanRunRow({
      state: 'failed',
      error: 'Failed to run PageSpeed scan',
      finished_at: '2026-11-21T10:00:00.000000Z',
    }),
  )
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText('Website URL')).toHaveValue(SITE)
  expect(within(dialog).getByRole('button', { name: 'Save and scan' })).toBeEnabled()
})

test('an incomplete result is no score', async () => {
  await replica.clients.put(clientRow({ website_url: SITE }))
  await replica.performance_scores.put(scoreRow({ performance_score: 0, is_incomplete: true }))
  open()
  expect(await screen.findByText('No score yet')).toBeVisible()
  expect(screen.queryByText('Poor')).toBeNull()
})

test('onboarding goes from the form over the scan to the score, and shows what will be saved', async () => {
  await replica.clients.put(clientRow())
  vi.mocked(saveWebsite).mockResolvedValue({ is: 'saved', runId: 'r1' })
  const user = open()
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

test('what is no address is said at the field, until it is corrected', async () => {
  await replica.clients.put(clientRow())
  const user = open()
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

test('the field says before sending what the server will refuse, and sends what its settings may allow', async () => {
  await replica.clients.put(clientRow())
  vi.mocked(saveWebsite).mockResolvedValue({ is: 'saved', runId: 'r1' })
  const user = open()
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
  '“%s” leads back to the form',
  async (message) => {
    await replica.clients.put(clientRow())
    vi.mocked(saveWebsite).mockResolvedValue({ is: 'refused', message, field: false })
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Complete onboarding' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Website URL'), 'bakery.example')
    await user.click(within(dialog).getByRole('button', { name: 'Save and scan' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(message)
    expect(within(dialog).getByLabelText('Website URL')).toHaveValue('bakery.example')
  },
)

test('a scan that failed is told, may be tried again, and the dialog closes all the same', async () => {
  await replica.clients.put(clientRow({ website_url: SITE }))
  await replica.scan_runs.put(scanRunRow({ state: 'running' }))
  vi.mocked(saveWebsite).mockResolvedValue({ is: 'refused', message: 'whatever', field: false })
  const user = open()
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

test('offline the last score stays, with its age, and nothing can be saved', async () => {
  await scanned()
  const user = open(<PageSpeedScreen />, {
    ...LIVE_CLIENT,
    link: { is: 'offline', since: '2026-11-21T13:02:10Z' },
  })
  expect(await panel('Mobile score')).toHaveTextContent('83')
  await user.click(screen.getByRole('button', { name: 'Change website' }))
  expect(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save and scan' }),
  ).toBeDisabled()
  expect(screen.getByText('Saving your website needs a connection.')).toBeVisible()
})

test('where nothing is stored and nothing can be loaded it says so', async () => {
  open(<PageSpeedScreen />, { ...LIVE_CLIENT, link: { is: 'offline', since: '2026-11-21T13:02:10Z' } })
  expect(await screen.findByText('Failed to load performance data')).toBeVisible()
})

test('the card has a score, the first report that is to come, or what is still to be done', async () => {
  await replica.clients.put(clientRow())
  const user = open(<PerformanceCard href="/there" />)
  await user.click(await screen.findByRole('button', { name: 'Complete onboarding' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(() => replica.clients.put(clientRow({ website_url: SITE })))
  expect(await screen.findByText('Your first report comes next Monday.')).toBeVisible()
  await act(() => scanned())
  expect(await screen.findByText('83')).toBeVisible()
  expect(await panel('Website performance')).toHaveTextContent('improved+9 points since last week')
  expect(screen.getByRole('link', { name: 'Details' })).toHaveAttribute('href', '/there')
})
