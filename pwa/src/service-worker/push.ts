// Shows each push as a notification, one for each tag, and reports to the server that it was shown or opened.
/// <reference lib="webworker" />
import { api } from '../api/client'
import { storedSession } from '../api/auth/session-store'
import { isAppNavigation } from './navigation'

interface Pushed {
  id: string
  n: number
  device: string
  tag: string
  title: string
  body: string
  path: string
  badge: number
  at: string
}

/** TypeScript's worker types lack `renotify` and `timestamp`. */
type Options = NotificationOptions & { renotify?: boolean; timestamp?: number; data?: Pushed }

/** The notification for a push that cannot be read, or whose user has signed out on this device. */
const UNSAID: Pushed = { id: '', n: 0, device: '', tag: 'unsaid', title: 'Something new', body: 'Open the app to see it.', path: '/dashboard', badge: 0, at: '' }

export function watchPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, read(event.data))))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(worker, pushedOf(event.notification.data)))
  })
  worker.addEventListener('pushsubscriptionchange', (event) => {
    ;(event as ExtendableEvent).waitUntil(subscribeAgain(worker))
  })
}

function read(data: PushMessageData | null): Pushed {
  try {
    return pushedOf(data?.json())
  } catch {
    // Not a push of ours, or in a format of another version.
  }
  return UNSAID
}

/** The push's payload, with the fields of `UNSAID` for missing ones. */
function pushedOf(said: unknown): Pushed {
  const isOurs = typeof said === 'object' && said !== null && 'id' in said && 'tag' in said && 'title' in said
  return isOurs ? { ...UNSAID, ...(said as Partial<Pushed>) } : UNSAID
}

async function show({ registration, navigator }: ServiceWorkerGlobalScope, pushed: Pushed): Promise<void> {
  // A browser revokes the permission of a worker that shows nothing, so a storage error counts as signed out.
  const session = await storedSession().catch(() => null)
  const said = session === null ? { ...UNSAID, tag: pushed.tag } : pushed
  const there = await registration.getNotifications({ tag: said.tag })
  // A push may come twice. A notification that is already shown makes no sound again.
  const isRepeat = there.map(({ data }) => pushedOf(data)).some(({ id, n }) => id === said.id && n >= said.n)
  const options: Options = { body: said.body, tag: said.tag, data: said, icon: '/favicon.svg', renotify: !isRepeat, silent: isRepeat }
  if (said.at !== '') options.timestamp = Date.parse(said.at)
  await registration.showNotification(said.title, options)
  if ('setAppBadge' in navigator) await navigator.setAppBadge(said.badge).catch(() => undefined)
  await acknowledge(said, 'shown')
}

async function open(worker: ServiceWorkerGlobalScope, pushed: Pushed): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' })
  const page = pages.find(({ url }) => isAppNavigation(new URL(url)))
  if (page === undefined) await worker.clients.openWindow(pushed.path)
  else {
    page.postMessage({ type: 'OPEN', path: pushed.path })
    await page.focus()
  }
  await acknowledge(pushed, 'opened')
}

/**
 * Errors are ignored: if the server gets no acknowledgement, the app reports it later, or the server sends an
 * email.
 */
async function acknowledge({ id, n, device }: Pushed, what: 'shown' | 'opened'): Promise<void> {
  if (id !== '') await api.PUT('/rest/v1/notices', { body: { id, n, what, device } }).catch(() => undefined)
}

/** Registers the new subscription after the browser has replaced the old one. */
async function subscribeAgain({ registration }: ServiceWorkerGlobalScope): Promise<void> {
  const { data } = await api.GET('/rest/v1/push_devices')
  if (data === undefined) return
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: data.key })
  const { endpoint, keys } = subscription.toJSON()
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined) return
  await api.PUT('/rest/v1/push_devices', { body: { endpoint, p256dh: keys['p256dh'], auth: keys['auth'] } })
}
