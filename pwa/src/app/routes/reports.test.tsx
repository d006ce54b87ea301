// Tests of the hint to install the app, which a client sees at the end of an open report.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { reportRow } from '../../testing/rows/reports'
import { clientRow } from '../../testing/rows/rows'
import { opened } from '../../testing/screens/signed-in'
import { withSizes } from '../../testing/setup/element-sizes'
import { LIVE_ADMIN, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import { watchInstall } from '../install/install'
import ReportsRoute from './reports'

withSizes(700, 60)

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
const hint = () => screen.queryByRole('region', { name: 'Install the app' })

/** What listens to media queries, and whether the app is shown in a window of its own. */
let listeners: (() => void)[]
let isStandalone: boolean

beforeEach(() => {
  vi.stubGlobal('navigator', Object.create(navigator, { userAgent: { value: IPHONE } }))
  listeners = []
  isStandalone = false
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        get matches() {
          return isStandalone && query === '(display-mode: standalone)'
        },
        addEventListener: (_type: string, notify: () => void) => listeners.push(notify),
        removeEventListener: vi.fn(),
      }) as unknown as MediaQueryList,
  )
  act(watchInstall)
  vi.unstubAllGlobals()
})
afterEach(() => vi.restoreAllMocks())

async function stored() {
  const replica = freshReplica()
  await replica.clients.put(clientRow())
  await replica.reports.put(reportRow({ seen_at: '2026-11-23T09:00:00.000000Z' }))
  await replica.streams.bulkPut([readyStream('c:c1'), readyStream('w')])
  return replica
}

test('shows a client how to install the app after an opened report, until the hint is dismissed', async () => {
  const replica = await stored()
  opened(<ReportsRoute />, '/dashboard/reports', replica, LIVE_CLIENT)
  expect(await screen.findByRole('list', { name: 'Reports' })).toBeVisible()
  expect(hint()).toBeNull()
  cleanup()

  const { user } = opened(<ReportsRoute />, '/dashboard/reports?report=r1', replica, LIVE_CLIENT)
  const shown = within(await screen.findByRole('region', { name: 'Install the app' }))
  await user.click(shown.getByRole('button', { name: 'Install app' }))
  const steps = within(await screen.findByRole('dialog', { name: 'Install Pulseboard' }))
  expect(steps.getAllByRole('listitem')).toHaveLength(3)
  await user.click(steps.getByRole('button', { name: 'Done' }))
  await user.click(shown.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(hint()).toBeNull())
  expect((await replica.meta.get('dismissed:install'))?.value).toBe('hint')
  expect(screen.getByRole('heading', { name: 'Week 47' })).toHaveFocus()
})

test('shows an admin no hint', async () => {
  const replica = await stored()
  opened(<ReportsRoute />, '/dashboard/reports?report=r1', replica, LIVE_CLIENT)
  await waitFor(() => expect(hint()).toBeVisible())
  cleanup()
  opened(<ReportsRoute />, '/dashboard/reports?client=c1&report=r1', replica, LIVE_ADMIN)
  expect(await screen.findByRole('heading', { name: 'Week 47' })).toBeVisible()
  await act(() => replica.meta.get('dismissed:install')) // what a hint would have read before
  expect(hint()).toBeNull()
})

test('hides the hint in the installed app', async () => {
  opened(<ReportsRoute />, '/dashboard/reports?report=r1', await stored(), LIVE_CLIENT)
  await waitFor(() => expect(hint()).toBeVisible())
  isStandalone = true
  act(() => listeners.forEach((notify) => notify()))
  await waitFor(() => expect(hint()).toBeNull())
  expect(screen.getByRole('heading', { name: 'Week 47' })).toBeVisible()
})
