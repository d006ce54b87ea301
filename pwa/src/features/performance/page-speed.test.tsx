// Tests of the PageSpeed tab and the card, as a client sees them.
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { clientRow, scanRunRow, scanTaskRow, scoreRow } from '../../testing/rows/rows'
import { open, panel, replica, scanned, SITE, withPageSpeed } from '../../testing/screens/page-speed'
import { ContactContext, QuestionContext } from '../../ui/chart/figure'
import { PageSpeedScreen, PerformanceCard } from '.'

withPageSpeed()
afterEach(() => vi.useRealTimers())

test('shows a score with its rating and its change since last week', async () => {
  await scanned()
  open(<PageSpeedScreen />)
  const score = await panel('Performance score')
  expect(score).toHaveTextContent('83')
  expect(score).toHaveTextContent('Needs Improvement')
  expect(score).toHaveTextContent('improved+9 points since last week')
  expect(within(score).getByRole('link', { name: /Full report/ })).toHaveAttribute(
    'href',
    'https://pagespeed.web.dev/analysis?url=https%3A%2F%2Fbakery.example%2F&form_factor=mobile',
  )
  expect(await panel('Why did the score move?')).toHaveTextContent('No longer on the page: hero.png, 2.1 MB.')
})

test.each([
  ['today', '2026-11-20T14:06:00Z', /Measured on a phone today, \d+:05 [AP]M/],
  ['on another day', '2026-11-24T14:06:00Z', /Measured on a phone Fri, Nov 20, \d+:05 [AP]M/],
  ['in another year', '2027-01-02T14:06:00Z', /Measured on a phone Fri, Nov 20, 2026, \d+:05 [AP]M/],
])('shows when the score was measured: %s', async (_case, now, text) => {
  vi.setSystemTime(now)
  await scanned()
  open(<PageSpeedScreen />)
  expect(await panel('Performance score')).toHaveTextContent(text)
})

test('makes the chart’s points accessible by keyboard and as a table', async () => {
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
  const user = open(<PageSpeedScreen />)
  const history = await panel('History')
  const points = within(history).getAllByRole('img')
  expect(points.map((point) => point.getAttribute('tabindex'))).toEqual(['-1', '-1', '0'])
  act(() => points[2]?.focus())
  await user.keyboard('{ArrowLeft}')
  expect(points[1]).toHaveFocus()
  expect(points[1]).toHaveAccessibleName(/^Fri, Nov 20, 2026, .*: 83, Needs Improvement$/)
  await user.keyboard('{Home}{ArrowLeft}')
  expect(points[0]).toHaveFocus()
  await user.click(within(history).getByRole('button', { name: 'Table of the score history' }))
  const rows = within(history)
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows).toHaveLength(4)
  expect(rows[1]).toMatch(/—Scan failed$/)
  expect(rows[3]).toMatch(/74Needs Improvement$/)
})

test('lists tasks as to do until a scan proves that they are done', async () => {
  await scanned()
  await replica.scan_tasks.bulkPut([
    scanTaskRow({ id: 't1', title: 'Make the picture hero.png smaller', weight: 5, reopened: 1 }),
    scanTaskRow({
      id: 't2',
      title: 'Load the same code only once',
      is_open: false,
      proof: 'Nothing of it is left.',
      closed_at: '2026-11-20T14:05:00.000000Z',
    }),
  ])
  const user = open(<PageSpeedScreen />)
  const todo = await panel('Recommendations')
  await waitFor(() => expect(todo).toHaveTextContent('1 in progress'))
  expect(todo).toHaveTextContent('Came back')
  expect(within(todo).getByText('Load the same code only once')).not.toBeVisible()
  await user.click(within(todo).getByRole('button', { name: '1 done' }))
  expect(within(todo).getByText(/Nothing of it is left/)).toBeVisible()
})

test('hides a recommendation’s files behind Details', async () => {
  await scanned()
  await replica.scan_tasks.put(
    scanTaskRow({ detail: 'It stays blank until some files have loaded.\nall.js and fonts.css' }),
  )
  const user = open(<PageSpeedScreen />)
  const tasks = await panel('Recommendations')
  expect(await within(tasks).findByText('It stays blank until some files have loaded.')).toBeVisible()
  const files = within(tasks).getByText('Files: all.js and fonts.css')
  expect(files).not.toBeVisible()
  await user.click(within(tasks).getByText('Details'))
  expect(files).toBeVisible()
})

test('shows the team that does the recommendations, and opens a question to it', async () => {
  await scanned()
  await replica.scan_tasks.put(scanTaskRow({ title: 'Load the same code only once' }))
  const openQuestion = vi.fn()
  const user = open(
    <QuestionContext value={openQuestion}>
      <ContactContext value="Ana">
        <PageSpeedScreen />
      </ContactContext>
    </QuestionContext>,
  )
  const tasks = await panel('Recommendations')
  expect(await within(tasks).findByText('Ana takes care of this. Nothing for you to do.')).toBeVisible()
  await user.click(within(tasks).getByRole('button', { name: 'Ask Ana about this' }))
  expect(openQuestion).toHaveBeenCalledWith(
    expect.objectContaining({ label: 'Load the same code only once', value: '1 in progress' }),
  )
})

test('opens the form for another scan after a failed one', async () => {
  await replica.clients.put(clientRow({ website_url: SITE }))
  await replica.scan_runs.put(
    scanRunRow({
      state: 'failed',
      error: 'Failed to run PageSpeed scan',
      finished_at: '2026-11-21T10:00:00.000000Z',
    }),
  )
  const user = open(<PageSpeedScreen />)
  await user.click(await screen.findByRole('button', { name: 'Try Again' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText('Website URL')).toHaveValue(SITE)
  expect(within(dialog).getByRole('button', { name: 'Save and scan' })).toBeEnabled()
})

test('names the website of a score if the client has another website now', async () => {
  await scanned()
  await replica.clients.put(clientRow({ website_url: 'https://other.example/' }))
  open(<PageSpeedScreen />)
  expect(await panel('Performance score')).toHaveTextContent(/Measured .*, of bakery\.example/)
  await act(() => replica.clients.put(clientRow({ website_url: SITE.replace(/\/$/, '') })))
  await waitFor(async () => expect(await panel('Performance score')).not.toHaveTextContent('bakery.example'))
})

test('shows no score for an incomplete result', async () => {
  await replica.clients.put(clientRow({ website_url: SITE }))
  await replica.performance_scores.put(scoreRow({ performance_score: 0, is_incomplete: true }))
  open(<PageSpeedScreen />)
  expect(await screen.findByText('No score yet')).toBeVisible()
  expect(screen.queryByText('Poor')).toBeNull()
})

test('shows the last score offline, and does not allow saving', async () => {
  await scanned()
  const user = open(<PageSpeedScreen />, {
    ...LIVE_CLIENT,
    link: { is: 'offline', since: '2026-11-21T13:02:10Z' },
  })
  expect(await panel('Performance score')).toHaveTextContent('83')
  await user.click(screen.getByRole('button', { name: 'Change website' }))
  expect(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save and scan' }),
  ).toBeDisabled()
  expect(screen.getByText('Saving your website needs a connection.')).toBeVisible()
})

test('shows an error if nothing is stored and nothing can be loaded', async () => {
  open(<PageSpeedScreen />, { ...LIVE_CLIENT, link: { is: 'offline', since: '2026-11-21T13:02:10Z' } })
  expect(await screen.findByText('Failed to load performance data')).toBeVisible()
})

test('shows onboarding, then the date of the first report, then the score in the card', async () => {
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

test('shows the open recommendation with the most effect in the card, until all are done', async () => {
  await scanned()
  await replica.scan_tasks.bulkPut([
    scanTaskRow({ id: 't1', title: 'Make repeat visits faster', weight: 1 }),
    scanTaskRow({ id: 't2', title: 'Show your page sooner', weight: 5 }),
  ])
  open(
    <ContactContext value="Ana">
      <PerformanceCard href="/there" />
    </ContactContext>,
  )
  expect(await screen.findByText('Ana is working on: Show your page sooner')).toBeVisible()
  await act(() => replica.scan_tasks.toCollection().modify({ is_open: false }))
  expect(await screen.findByText(/^The scan of Nov \d+ found nothing to improve\.$/)).toBeVisible()
  expect(screen.queryByText(/is working on/)).toBeNull()
})
