// Tests of a client's reports for admins, whose devices store only the newest ones.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { RECENT_REPORTS } from '../../../lib/limits.gen'
import { reportRow } from '../../../testing/rows/reports'
import { openReports, replica, withReports } from '../../../testing/screens/reports'
import { widen } from '../../../testing/setup/wide'
import { LIVE_ADMIN, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { ReportsScreen } from '..'
import * as remote from '../remote'

vi.mock('../remote')
withReports(remote)

const report = (n: number) => {
  const at = `2026-01-${String(n).padStart(2, '0')}T08:00:00.000000Z`
  return reportRow({ id: `r${n}`, title: `Week ${n}`, created_at: at, published_at: at, _s: ['w', 'c:c1'] })
}
const OLDEST = report(2)

async function open(status: typeof LIVE_ADMIN, shown: string | null = null) {
  await replica.reports.bulkPut(Array.from({ length: RECENT_REPORTS }, (_, n) => report(n + 2)))
  const client = status === LIVE_ADMIN ? 'c1' : null
  const hrefOf = (_client: string | null, id: string | null) => `/r?${id ?? ''}`
  return openReports(
    replica,
    <ReportsScreen client={client} report={shown} hrefOf={hrefOf} onGo={() => undefined} />,
    status,
  )
}
const titles = async () =>
  within(await screen.findByRole('list', { name: 'Reports' })).getAllByRole('link').length

test('shows an admin the reports that the device does not store, on request', async () => {
  vi.mocked(remote.fetchOlder).mockResolvedValue({ is: 'done', data: { rows: [report(1)] } })
  const user = await open(LIVE_ADMIN)
  expect(await titles()).toBe(RECENT_REPORTS)
  await user.click(screen.getByRole('button', { name: 'Older reports' }))
  expect(await screen.findByText('Week 1')).toBeVisible()
  expect(await titles()).toBe(RECENT_REPORTS + 1)
  expect(remote.fetchOlder).toHaveBeenCalledExactlyOnceWith('c1', OLDEST.id)
  expect(screen.queryByRole('button', { name: 'Older reports' })).toBeNull()
})

test('keeps a report in the list when a new one takes its place on the device', async () => {
  vi.mocked(remote.fetchOlder).mockResolvedValue({ is: 'done', data: { rows: [report(1)] } })
  const user = await open(LIVE_ADMIN)
  await user.click(await screen.findByRole('button', { name: 'Older reports' }))
  expect(await screen.findByText('Week 1')).toBeVisible()
  await replica.reports.put(report(14))
  await replica.reports.delete(OLDEST.id)
  expect(await screen.findByText('Week 14')).toBeVisible()
  expect(await titles()).toBe(RECENT_REPORTS + 2)
})

test('does not call a report unavailable that could not be loaded', async () => {
  vi.mocked(remote.fetchOlder).mockResolvedValue({ is: 'no-answer' })
  await open(LIVE_ADMIN, 'r1')
  expect(await screen.findByText('Error loading reports. Please try again later.')).toBeVisible()
  expect(screen.queryByText('This report is no longer available.')).toBeNull()
})

test('fetches an older report by its address', async () => {
  vi.mocked(remote.fetchOlder).mockResolvedValue({ is: 'done', data: { rows: [report(1)] } })
  await open(LIVE_ADMIN, 'r1')
  expect(await screen.findByRole('heading', { name: 'Week 1' })).toBeVisible()
  expect(screen.queryByText('This report is no longer available.')).toBeNull()
})

test('shows no other report in a wide window while the one of the address is missing', async () => {
  widen()
  vi.mocked(remote.fetchOlder).mockResolvedValue({ is: 'no-answer' })
  const user = await open(LIVE_ADMIN, 'r1')
  expect(await screen.findByText('Error loading reports. Please try again later.')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Week 13' })).toBeNull()
  vi.mocked(remote.fetchOlder).mockResolvedValue({ is: 'done', data: { rows: [] } })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('This report is no longer available.')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Week 13' })).toBeVisible()
})

test('shows that older reports could not be loaded, and tries again', async () => {
  vi.mocked(remote.fetchOlder).mockResolvedValue({ is: 'no-answer' })
  const user = await open(LIVE_ADMIN)
  await user.click(await screen.findByRole('button', { name: 'Older reports' }))
  expect(await screen.findByText('Error loading reports. Please try again later.')).toBeVisible()
  vi.mocked(remote.fetchOlder).mockResolvedValue({ is: 'done', data: { rows: [] } })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
  expect(await titles()).toBe(RECENT_REPORTS)
})

test('fetches nothing for clients, whose devices store all their reports', async () => {
  await open(LIVE_CLIENT, 'r99')
  expect(await titles()).toBe(RECENT_REPORTS)
  expect(screen.queryByRole('button', { name: 'Older reports' })).toBeNull()
  expect(remote.fetchOlder).not.toHaveBeenCalled()
})
