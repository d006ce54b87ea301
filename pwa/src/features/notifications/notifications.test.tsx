// Tests of the notice button, arriving notices, and the Notifications tab, with a fake API client.
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { deviceRow, noticeRow } from '../../testing/rows/notices'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import { clientRow } from '../../testing/rows/rows'
import { ToastProvider } from '../../ui/feedback/toast'
import NoticeButton from './notices'
import NotificationsTab from './notifications-tab'
import { channelsText } from './texts'
import WeeklyMailScreen from './weekly-mail-screen'

const api = vi.hoisted(() => ({ PUT: vi.fn(), PATCH: vi.fn(), POST: vi.fn(), DELETE: vi.fn(), GET: vi.fn() }))
vi.mock('../../api/client', () => ({ ownApi: api, NoAnswer: class extends Error {} }))
const done = { data: {}, response: { ok: true, status: 200 } }
const failed = { error: {}, response: { ok: false, status: 500 } }
const notFound = { error: {}, response: { ok: false, status: 404 } }
beforeEach(() => {
  vi.resetAllMocks()
  for (const method of Object.values(api)) method.mockResolvedValue(done)
})

async function stored(): Promise<Replica> {
  const replica = freshReplica()
  await replica.clients.put(clientRow())
  await replica.streams.bulkPut([readyStream('c:c1'), readyStream('u:u1')])
  return replica
}

function show(replica: Replica, screenOf: ReactNode, { at = '/dashboard', status = LIVE_CLIENT } = {}) {
  render(
    <MemoryRouter initialEntries={[at]}>
      <ToastProvider>
        <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(status) }}>{screenOf}</LiveContext>
      </ToastProvider>
      <Where />
    </MemoryRouter>,
  )
  return userEvent.setup()
}

function Where() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

type Request = { body: { id: string; what: string } }
const acknowledged = () =>
  api.PUT.mock.calls.map(([, request]) => request as Request).map(({ body }) => `${body.id} ${body.what}`)

test('counts new notifications, and opens the screen of a pressed one', async () => {
  const replica = await stored()
  await replica.notices.bulkPut([
    noticeRow({ id: 'b1' }),
    noticeRow({
      id: 'b2',
      tag: 'report:r1',
      kind: 'report',
      title: 'New report',
      path: '/dashboard/reports',
      opened_at: '2026-11-21T10:00:00.000000Z',
    }),
    noticeRow({ id: 'b3', kind: 'test' }),
    noticeRow({ id: 'b4', user_id: 'another' }),
  ])
  const user = show(replica, <NoticeButton unread={0} />)
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }))
  const list = await screen.findByRole('list', { name: 'Notifications' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  await user.click(within(list).getByRole('button', { name: /New message from Rui/ }))
  expect(screen.getByTestId('where')).toHaveTextContent('/dashboard/messaging')
  expect(acknowledged()).toEqual(['b1 shown', 'b1 opened'])
})

test('sets the badge of the installed app to the unread messages, and clears it when they are read', async () => {
  const badge = { setAppBadge: vi.fn(() => Promise.resolve()), clearAppBadge: vi.fn(() => Promise.resolve()) }
  for (const [name, value] of Object.entries(badge))
    Object.defineProperty(navigator, name, { configurable: true, value })
  const replica = await stored()
  const buttonWith = (unread: number) => (
    <MemoryRouter>
      <ToastProvider>
        <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_CLIENT) }}>
          <NoticeButton unread={unread} />
        </LiveContext>
      </ToastProvider>
    </MemoryRouter>
  )
  const { rerender, unmount } = render(buttonWith(3))
  await screen.findByRole('button', { name: 'Notifications' })
  rerender(buttonWith(0))
  expect(badge.setAppBadge.mock.calls).toEqual([[3], [0]])
  unmount()
  expect(badge.clearAppBadge).toHaveBeenCalledOnce()
  for (const name of Object.keys(badge)) Reflect.deleteProperty(navigator, name)
})

test('shows a new notification as a pop-up once', async () => {
  const replica = await stored()
  show(replica, <NoticeButton unread={0} />)
  await screen.findByRole('button', { name: 'Notifications' })
  await act(() => replica.notices.put(noticeRow({ id: 'c1' })))
  expect(await screen.findByText('Your page is faster now.')).toBeVisible()
  expect(acknowledged()).toEqual(['c1 shown'])
})

test('shows no pop-up and sends no request for a message of the open thread', async () => {
  const replica = await stored()
  show(replica, <NoticeButton unread={0} />, { at: '/dashboard/messaging' })
  await screen.findByRole('button', { name: 'Notifications' })
  await act(() => replica.notices.put(noticeRow({ id: 'd1' })))
  await screen.findByRole('button', { name: 'Notifications, 1 new' })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(acknowledged()).toEqual([])
  expect(screen.queryByText('Your page is faster now.')).toBeNull()
})

test('shows “Nothing yet” without notifications', async () => {
  const user = show(await stored(), <NoticeButton unread={0} />)
  await user.click(await screen.findByRole('button', { name: 'Notifications' }))
  expect(await screen.findByText('Nothing yet')).toBeVisible()
})

test.each([
  ['New messages', { notify_messages: false }, done, 'Notification preferences updated'],
  ['New reports', { notify_reports: false }, done, 'Notification preferences updated'],
  [
    'New reports',
    { notify_reports: false },
    failed,
    'Failed to update notification preferences. Please try again.',
  ],
  ['New reports', { notify_reports: false }, notFound, 'No client account found. Please contact support.'],
])('lets a client switch off %s: %j', async (name, body, answer, text) => {
  api.PATCH.mockResolvedValue(answer)
  const user = show(await stored(), <NotificationsTab />)
  await user.click(await screen.findByRole('switch', { name }))
  expect(await screen.findByText(text)).toBeVisible()
  expect(api.PATCH).toHaveBeenCalledExactlyOnceWith('/rest/v1/clients', { body })
  expect(screen.getByRole('switch', { name })).toBeChecked() // until the row with the new value arrives
})

test('lists push among the channels only where it works', async () => {
  const replica = await stored()
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission: 'denied' })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} })
  show(replica, <NotificationsTab />)
  const about = within(await screen.findByRole('region', { name: 'Notify me about' }))
  expect(await screen.findByText('Notifications are blocked in this browser')).toBeVisible()
  expect(about.getByText('In the app and by email.')).toBeVisible()
  expect(screen.getAllByText(/blocked/)).toHaveLength(1)
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test.each([
  ['off', [], 'In the app and by email. Push is off: turn it on under Devices.'],
  ['off', [deviceRow()], 'By push, in the app and by email.'],
  ['unsupported', [], 'In the app and by email.'],
  ['denied', [], 'In the app and by email.'],
  ['denied', [deviceRow()], 'By push, in the app and by email.'],
  ['on', [deviceRow()], 'By push, in the app and by email.'],
] as const)('names the channels with push %s and the devices %j', (is, devices, text) => {
  expect(channelsText(is === 'on' ? { is, fingerprint: 'f' } : { is }, devices.length > 0)).toBe(text)
})

test("saves an admin's switches as their notification preferences", async () => {
  const user = show(await stored(), <NotificationsTab />, { status: LIVE_ADMIN })
  await user.click(await screen.findByRole('switch', { name: 'New messages' }))
  expect(await screen.findByText('Notification preferences updated')).toBeVisible()
  expect(api.PUT).toHaveBeenCalledExactlyOnceWith('/rest/v1/notice_wishes', { body: { messages: false } })
})

test('shows a device’s error, sends it a test notification, and turns it off', async () => {
  const replica = await stored()
  await replica.push_devices.put(deviceRow({ trouble: 'The push service refused: it answered 403' }))
  const user = show(replica, <NotificationsTab />)
  const row = within(await screen.findByRole('list', { name: 'Devices' })).getByRole('listitem')
  expect(row).toHaveTextContent('Firefox on Android')
  expect(row).toHaveTextContent('The push service refused: it answered 403')
  await user.click(within(row).getByRole('button', { name: 'Test Firefox on Android' }))
  expect(await screen.findByText('A notification is on its way')).toBeVisible()
  await user.click(within(row).getByRole('button', { name: 'Turn off Firefox on Android' }))
  expect(api.DELETE).toHaveBeenCalledExactlyOnceWith('/rest/v1/push_devices/{device_id}', {
    params: { path: { device_id: 'd1' } },
  })
  expect(screen.getByText(/This browser cannot show notifications/)).toBeVisible()
})

test('shows an error if nothing is stored and the device is offline', async () => {
  show(freshReplica(), <NotificationsTab />, {
    status: { ...LIVE_CLIENT, link: { is: 'offline', since: '2026-11-21T13:02:10.000000Z' }, stalled: true },
  })
  expect(await screen.findByText('Error loading client data. Please try again later.')).toBeVisible()
})

const MAIL = {
  subject: 'Your week at Northwind',
  to: 'kim@northwind.example',
  html: '<p>81 of 100</p>',
  text: '81 of 100',
  first_day: '2026-11-23',
  last_day: '2026-11-29',
}
test.each([
  ['Your week at Northwind', { data: { data: MAIL } }],
  ['Covers Nov 23 to Nov 29, with what is known now.', { data: { data: MAIL } }],
  ['Not sent: the client has switched it off', { data: { data: { ...MAIL, to: null } } }],
  ['No email this week', { data: { data: null, code: 'PGRST116' } }],
  ['The email could not be created. Check the connection and try again.', { error: {} }],
])('shows “%s” for a client’s weekly mail', async (text, answer) => {
  api.GET.mockResolvedValue(answer)
  const replica = await stored()
  await replica.streams.put(readyStream('w'))
  const choose = vi.fn()
  show(replica, <WeeklyMailScreen backHref="/r" client={null} onChoose={choose} />, { status: LIVE_ADMIN })
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/r')
  expect(api.GET).toHaveBeenCalledExactlyOnceWith('/rest/v1/weekly_mails', {
    params: { query: { client_id: 'c1' } },
  })
})
