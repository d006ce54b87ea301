// The worker receives a push, and a click on its notification. Only the browser and the API are
// fakes.
/// <reference lib="webworker" />
import { beforeEach, expect, test, vi } from 'vitest'

import { handlePushes } from './push'

const endpoints = vi.hoisted(() => ({ PUT: vi.fn(), GET: vi.fn(), storedSession: vi.fn() }))
vi.mock('../api/client', () => ({ api: endpoints }))
vi.mock('../api/auth/session-store', () => ({ storedSession: endpoints.storedSession }))

const PAYLOAD = {
  user: 'u1',
  id: 'n1',
  n: 2,
  device: 'd1',
  tag: 'messages:c1',
  title: '2 new messages from Rui',
  body: 'Have a look!',
  path: '/dashboard/messaging',
  badge: 3,
  at: '2026-11-23T08:00:00.000Z',
}
const FALLBACK = { title: 'Something new', body: 'Open the app to see it.' }

interface Page {
  url: string
  focus: () => Promise<void>
  postMessage: (message: unknown) => void
}

/**
 * A fake worker with functions that dispatch its events, and with a record of what it has shown and opened.
 */
function worker(pages: Page[] = []) {
  const listeners = new Map<string, (event: unknown) => void>()
  const shown: {
    title: string
    tag: string
    data: unknown
    silent?: boolean
    renotify?: boolean
    body: string
  }[] = []
  const subscribe = vi.fn(() =>
    Promise.resolve({
      toJSON: () => ({ endpoint: 'https://push.example/2', keys: { p256dh: 'p', auth: 'a' } }),
    }),
  )
  const fake = {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    registration: {
      getNotifications: ({ tag }: { tag: string }) => Promise.resolve(shown.filter((one) => one.tag === tag)),
      showNotification: (title: string, options: (typeof shown)[number]) =>
        Promise.resolve(void shown.push({ ...options, title })),
      pushManager: { subscribe },
    },
    navigator: { setAppBadge: vi.fn(() => Promise.resolve()) },
    clients: { matchAll: () => Promise.resolve(pages), openWindow: vi.fn(() => Promise.resolve()) },
  }
  handlePushes(fake as unknown as ServiceWorkerGlobalScope)
  const dispatch = async (type: string, event: object = {}) => {
    let work: Promise<unknown> = Promise.resolve()
    listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
    await work
  }
  const push = (json: string | null) =>
    dispatch('push', { data: json === null ? null : { json: () => JSON.parse(json) as unknown } })
  const press = (data: unknown) => dispatch('notificationclick', { notification: { close: vi.fn(), data } })
  return { ...fake, shown, subscribe, push, press, dispatch }
}

const acknowledged = (): unknown[] =>
  endpoints.PUT.mock.calls.map(([path, message]) => [path as string, (message as { body: object }).body])

beforeEach(() => {
  vi.resetAllMocks()
  endpoints.PUT.mockResolvedValue({})
  endpoints.storedSession.mockResolvedValue({ user: { id: 'u1' } })
})

test('a push shows one notification for its tag, sets the badge and is confirmed to the server', async () => {
  const { push, shown, navigator } = worker()
  await push(JSON.stringify(PAYLOAD))
  expect(shown).toMatchObject([
    {
      title: PAYLOAD.title,
      body: PAYLOAD.body,
      tag: PAYLOAD.tag,
      renotify: true,
      silent: false,
      timestamp: Date.parse(PAYLOAD.at),
    },
  ])
  expect(navigator.setAppBadge).toHaveBeenCalledExactlyOnceWith(3)
  expect(acknowledged()).toEqual([['/rest/v1/notices', { id: 'n1', n: 2, what: 'shown', device: 'd1' }]])
})

test('a repeated push is silent, and a newer push of its tag is not', async () => {
  const { push, shown } = worker()
  for (const n of [2, 2, 3]) await push(JSON.stringify({ ...PAYLOAD, n }))
  expect(shown.map(({ silent }) => silent)).toEqual([false, true, false])
})

test('a push of a former server, which names no user, is shown', async () => {
  const { push, shown } = worker()
  await push(JSON.stringify({ ...PAYLOAD, user: undefined }))
  expect(shown).toMatchObject([{ title: PAYLOAD.title }])
})

test.each([
  ['no data', null],
  ['invalid JSON', '{half'],
  ['another format', '{"hello":1}'],
])('a push with %s shows the fallback notification and sends no acknowledgement', async (_case, message) => {
  const { push, shown } = worker()
  await push(message)
  expect(shown).toMatchObject([{ ...FALLBACK, tag: 'unsaid' }])
  expect(endpoints.PUT).not.toHaveBeenCalled()
})

test.each([
  ['no user is signed in', () => endpoints.storedSession.mockResolvedValue(null)],
  ['another user is signed in', () => endpoints.storedSession.mockResolvedValue({ user: { id: 'u2' } })],
  [
    'the session cannot be read',
    () => endpoints.storedSession.mockRejectedValue(new DOMException('', 'UnknownError')),
  ],
])('a push shows the fallback notification if %s', async (_case, arrange) => {
  arrange()
  const { push, shown, navigator } = worker()
  await push(JSON.stringify(PAYLOAD))
  expect(shown).toMatchObject([{ ...FALLBACK, tag: 'unsaid' }])
  expect(navigator.setAppBadge).not.toHaveBeenCalled()
  expect(endpoints.PUT).not.toHaveBeenCalled()
})

test('a click opens the notification’s page if the app is closed', async () => {
  const { press, clients } = worker([
    { url: 'https://p.example/pricing', focus: vi.fn(), postMessage: vi.fn() },
  ])
  await press(PAYLOAD)
  expect(clients.openWindow).toHaveBeenCalledExactlyOnceWith('/dashboard/messaging')
  expect(acknowledged()).toEqual([['/rest/v1/notices', { id: 'n1', n: 2, what: 'opened', device: 'd1' }]])
})

test('a click navigates an open app and focuses it', async () => {
  const page = {
    url: 'https://p.example/dashboard',
    focus: vi.fn(() => Promise.resolve()),
    postMessage: vi.fn(),
  }
  const { press, clients } = worker([page])
  await press(PAYLOAD)
  expect(page.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'OPEN', path: '/dashboard/messaging' })
  expect(page.focus).toHaveBeenCalledOnce()
  expect(clients.openWindow).not.toHaveBeenCalled()
})

test('a changed push subscription is reported at once', async () => {
  endpoints.GET.mockResolvedValue({ data: { key: 'k' } })
  const { dispatch, subscribe } = worker()
  await dispatch('pushsubscriptionchange')
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: 'k' })
  expect(acknowledged()).toEqual([
    ['/rest/v1/push_devices', { endpoint: 'https://push.example/2', p256dh: 'p', auth: 'a' }],
  ])
})
