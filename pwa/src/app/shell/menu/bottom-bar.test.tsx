// The bottom bar: only on phones, and not while a keyboard is up.
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import type { ReportRow } from '../../../db/rows/reports'
import { reportRow } from '../../../testing/rows/reports'
import { opened } from '../../../testing/screens/signed-in'
import { LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../../testing/sync/replicas'
import { thread } from '../../../testing/servers/wire-rows'
import { BottomBar } from './bottom-bar'
import { UnreadCount } from './unread'

const phone = Object.assign(new EventTarget(), { height: 844, scale: 1 })
const inBrowser = window.matchMedia

afterEach(() => {
  window.matchMedia = inBrowser
  phone.height = 844
  vi.unstubAllGlobals()
})

async function openBar(at: string, { onPhone = true, unread = 0, reports = [] as ReportRow[] } = {}) {
  vi.stubGlobal('visualViewport', phone)
  window.matchMedia = (query) =>
    Object.assign(inBrowser(query), { matches: onPhone && query === '(width < 48rem)' })
  const replica = freshReplica()
  await replica.streams.put(readyStream('c:c1'))
  await replica.reports.bulkPut(reports)
  await replica.threads.put({ ...thread('c1', 1, { client_unread: unread }), _s: ['c:c1'] })
  const onOpenDrawer = vi.fn()
  const { user } = opened(
    <UnreadCount>
      <input aria-label="Message" />
      <BottomBar drawerOpen={false} onOpenDrawer={onOpenDrawer} />
    </UnreadCount>,
    at,
    replica,
    LIVE_CLIENT,
  )
  return { user, onOpenDrawer }
}

const bar = () => screen.queryByRole('navigation', { name: 'Main' })
const resizeTo = (height: number) =>
  act(() => {
    phone.height = height
    phone.dispatchEvent(new Event('resize'))
  })

test('links to the dashboard, reports and messages, and shows the current page and the unread count', async () => {
  const { user, onOpenDrawer } = await openBar('/dashboard/reports?report=r1', { unread: 3 })
  const messages = await screen.findByRole('link', { name: /^Messages ?3 unread$/ })
  expect(screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.ariaCurrent])).toEqual([
    ['/dashboard', null],
    ['/dashboard/reports', 'page'],
    ['/dashboard/messaging', null],
  ])
  await user.click(messages)
  expect(messages).toHaveAttribute('aria-current', 'page')
  const more = screen.getByRole('button', { name: 'More' })
  expect(more).toHaveAttribute('aria-haspopup', 'dialog')
  await user.click(more)
  expect(onOpenDrawer).toHaveBeenCalledOnce()
})

test('counts the reports that the client has not opened', async () => {
  await openBar('/dashboard', {
    reports: [
      reportRow({ id: 'r1' }),
      reportRow({ id: 'r2' }),
      reportRow({ id: 'r3', seen_at: '2026-11-23T09:00:00.000000Z' }),
    ],
  })
  expect(await screen.findByRole('link', { name: /^Reports ?2 unread$/ })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Messages' })).toBeVisible()
})

test.each([
  ['/dashboard', false],
  ['/dashboard/reports/weekly-mail', false],
  ['/dashboard/messaging', false],
  ['/dashboard/chatbot', false],
  ['/dashboard/connections', true],
  ['/connect-ga', true],
  ['/dashboard/spam-catcher', false],
  ['/dashboard/subscriptions', true],
  ['/dashboard/settings/security', true],
])('marks the current item at %s; it is More: %s', async (at, isMore) => {
  await openBar(at)
  expect(screen.getByRole('button', { name: 'More' }).ariaCurrent).toBe(isMore ? 'true' : null)
  expect(screen.getAllByRole('link').filter((link) => link.ariaCurrent !== null)).toHaveLength(isMore ? 0 : 1)
})

test('is not shown beside the sidebar of a wide screen', async () => {
  await openBar('/dashboard', { onPhone: false })
  expect(bar()).toBeNull()
})

test('is hidden while a keyboard is open, even after the field has lost the focus', async () => {
  await openBar('/dashboard/messaging')
  act(() => screen.getByLabelText('Message').focus())
  expect(bar()).toBeVisible()
  resizeTo(480)
  expect(bar()).toBeNull()
  act(() => screen.getByLabelText('Message').blur())
  expect(bar()).toBeNull()
  resizeTo(844)
  expect(bar()).toBeVisible()
})

test('stays in a window that becomes lower without a text field, for example beside another app', async () => {
  await openBar('/dashboard')
  resizeTo(420)
  expect(bar()).toBeVisible()
})
