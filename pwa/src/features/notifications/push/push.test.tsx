// Tests of push in this browser: permission after a click, the check at each start, repair, and errors.
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { deviceRow } from '../../../testing/rows/notices'
import { freshReplica } from '../../../testing/sync/replicas'
import { ToastProvider } from '../../../ui/feedback/toast'
import { DevicesSection } from './devices-section'
import type { PushDeviceRow } from '../../../db/rows/notices'
import { checkPush } from './push'
import { usePush } from './use-push'
import * as remote from '../remote'

vi.mock('../remote')
const KEY = 'AQID'
const ENDPOINT = 'https://push.example/1'
/** The fake digest returns its input, so this is the endpoint in hex. */
const FINGERPRINT = Array.from(new TextEncoder().encode(ENDPOINT), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('')
const digest = (_name: string, bytes: Uint8Array) => Promise.resolve(bytes.buffer)

/** A fake browser that supports push; `existingKey` is the key of an existing subscription. */
function browser({ permission = 'default', answer = 'granted', existingKey = null as string | null } = {}) {
  let key = existingKey
  const subscription = () => ({
    endpoint: ENDPOINT,
    options: { applicationServerKey: Uint8Array.from(atob(key ?? ''), (char) => char.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => Promise.resolve(void (key = null)),
  })
  const pushManager = {
    getSubscription: vi.fn(() => Promise.resolve(key === null ? null : subscription())),
    subscribe: vi.fn(({ applicationServerKey }: { applicationServerKey: string }) => {
      key = applicationServerKey
      return Promise.resolve(subscription())
    }),
  }
  const registration = { pushManager }
  const requestPermission = vi.fn(() => Promise.resolve((notification.permission = answer)))
  const notification = { permission, requestPermission }
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto), subtle: { digest } })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', notification)
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: () => Promise.resolve(registration) },
  })
  const allow = () =>
    requestPermission.mockImplementation(() => Promise.resolve((notification.permission = 'granted')))
  return { pushManager, requestPermission, allow, loseSubscription: () => (key = null) }
}

function show(devices = [deviceRow()]) {
  render(
    <MemoryRouter>
      <ToastProvider>
        <LiveContext value={{ userId: 'u1', replica: freshReplica(), sync: fakeSync(LIVE_CLIENT) }}>
          <Devices devices={devices} />
        </LiveContext>
      </ToastProvider>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

function Devices({ devices }: { devices: PushDeviceRow[] }) {
  return <DevicesSection devices={devices} push={usePush()} />
}

beforeEach(() => {
  vi.resetAllMocks()
  localStorage.clear()
  vi.mocked(remote.fetchKey).mockResolvedValue(KEY)
  vi.mocked(remote.saveDevice).mockResolvedValue(true)
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('asks for permission only when the user presses Notify me, then registers the device', async () => {
  const { requestPermission } = browser()
  const user = show([deviceRow(), deviceRow({ id: 'd2', fingerprint: FINGERPRINT })])
  const press = await screen.findByRole('button', { name: 'Notify me' })
  expect(requestPermission).not.toHaveBeenCalled()
  await user.click(press)
  expect(await screen.findByText('This device will notify you')).toBeVisible()
  expect(remote.saveDevice).toHaveBeenCalledExactlyOnceWith(ENDPOINT, 'p', 'a')
  expect(screen.queryByRole('button', { name: 'Notify me' })).toBeNull()
  const [own, other] = within(screen.getByRole('list', { name: 'Devices' })).getAllByRole('listitem')
  expect([own, other].map((row) => row?.textContent.includes('This device'))).toEqual([true, false])
})

test('shows an error after 8 s if the browser has no service worker', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  browser()
  Object.assign(navigator.serviceWorker, { ready: new Promise(() => undefined) })
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Notify me' }))
  await vi.advanceTimersByTimeAsync(8_000)
  vi.useRealTimers()
  expect(
    await screen.findByText('This browser could not reach its notification service. Try again later.'),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Notify me' })).not.toHaveAttribute('aria-busy', 'true')
  expect(remote.saveDevice).not.toHaveBeenCalled()
})

test('explains that notifications are blocked if the user denied the permission', async () => {
  browser({ answer: 'denied' })
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Notify me' }))
  expect(await screen.findByText('Notifications are blocked in this browser')).toBeVisible()
  expect(screen.queryByText('Notifications are still blocked.')).toBeNull()
  expect(remote.saveDevice).not.toHaveBeenCalled()
})

test('tries again after a denial, and turns notifications on once they are allowed', async () => {
  const { allow } = browser({ answer: 'denied' })
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Notify me' }))
  await user.click(await screen.findByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Notifications are still blocked.')).toBeVisible()
  allow()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('This device will notify you')).toBeVisible()
  expect(screen.queryByText('Notifications are still blocked.')).toBeNull()
})

test.each([
  [
    'there is no connection to the server',
    () => vi.mocked(remote.fetchKey).mockResolvedValue(null),
    /^No connection to the server/,
  ],
  [
    'the browser cannot reach its push service',
    (fake: ReturnType<typeof browser>) => fake.pushManager.subscribe.mockRejectedValue(new Error('no')),
    /^This browser could not reach/,
  ],
])('shows an error if %s', async (_case, fails, text) => {
  fails(browser())
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Notify me' }))
  expect(await screen.findByText(text)).toBeVisible()
})

test('asks iPhone users to add the app to the Home Screen first', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  )
  show()
  expect(await screen.findByText(/^Add .* to the Home Screen first$/)).toBeVisible()
})

test('repairs a lost push subscription with the Repair button', async () => {
  const { loseSubscription, pushManager } = browser({ permission: 'granted' })
  const user = show([])
  await user.click(await screen.findByRole('button', { name: 'Notify me' }))
  await screen.findByText('This device will notify you')
  loseSubscription()
  document.body.replaceChildren()
  const again = show([])
  expect(await screen.findByText('Notifications have stopped on this device')).toBeVisible()
  await again.click(screen.getByRole('button', { name: 'Repair' }))
  await vi.waitFor(() => expect(remote.saveDevice).toHaveBeenCalledTimes(2))
  expect(pushManager.subscribe).toHaveBeenCalledTimes(2)
})

test('registers the device at each start, and replaces a subscription with an old key', async () => {
  const { pushManager } = browser({ permission: 'granted', existingKey: KEY })
  await checkPush('u1')
  expect(remote.saveDevice).not.toHaveBeenCalled() // push is not enabled on this device
  localStorage.setItem('push_wanted', 'u1')
  await checkPush('another')
  expect(remote.saveDevice).not.toHaveBeenCalled()
  await checkPush('u1')
  expect(remote.saveDevice).toHaveBeenCalledExactlyOnceWith(ENDPOINT, 'p', 'a')
  expect(pushManager.subscribe).not.toHaveBeenCalled()
  vi.mocked(remote.fetchKey).mockResolvedValue('BAUG')
  await checkPush('u1')
  expect(pushManager.subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: 'BAUG',
  })
})
