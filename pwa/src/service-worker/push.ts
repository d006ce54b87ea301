// Shows each push as a notification, one for each tag, and reports to the server that it was shown or opened.
/// <reference lib="webworker" />
import { api } from '../api/client'
import { storedSession } from '../api/auth/session-store'
import { isAppNavigation } from './navigation'

interface PushPayload {
  /** The recipient's id; a former server sends none. */
  user: string
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
type Options = NotificationOptions & { renotify?: boolean; timestamp?: number; data?: PushPayload }

/** The notification for a push that cannot be read, or whose user is not signed in on this device. */
const FALLBACK: PushPayload = {
  user: '',
  id: '',
  n: 0,
  device: '',
  tag: 'unsaid',
  title: 'Something new',
  body: 'Open the app to see it.',
  path: '/dashboard',
  badge: 0,
  at: '',
}

export function handlePushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, read(event.data))))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(worker, payloadOf(event.notification.data)))
  })
  worker.addEventListener('pushsubscriptionchange', (event) => {
    ;(event as ExtendableEvent).waitUntil(resubscribe(worker))
  })
}

function read(data: PushMessageData | null): PushPayload {
  try {
    return payloadOf(data?.json())
  } catch {
    // The push is not ours, or has the format of another version.
  }
  return FALLBACK
}

/** The push's payload. Missing fields have the values of `FALLBACK`. */
function payloadOf(value: unknown): PushPayload {
  const isOurs =
    typeof value === 'object' && value !== null && 'id' in value && 'tag' in value && 'title' in value
  return isOurs ? { ...FALLBACK, ...(value as Partial<PushPayload>) } : FALLBACK
}

async function show(
  { registration, navigator }: ServiceWorkerGlobalScope,
  payload: PushPayload,
): Promise<void> {
  // A browser revokes the permission of a worker that shows nothing. So on a storage error, show the
  // notification for a signed-out user.
  const session = await storedSession().catch(() => null)
  // The push of a former user comes if their sign-out reached neither the server nor the push service.
  const isOwn = session !== null && ['', session.user.id].includes(payload.user)
  const shown = isOwn ? payload : FALLBACK
  const existing = await registration.getNotifications({ tag: shown.tag })
  // A push may come twice. A notification that is already shown makes no sound again.
  const isRepeat = existing
    .map(({ data }) => payloadOf(data))
    .some(({ id, n }) => id === shown.id && n >= shown.n)
  const options: Options = {
    body: shown.body,
    tag: shown.tag,
    data: shown,
    icon: '/favicon.svg',
    renotify: !isRepeat,
    silent: isRepeat,
  }
  if (shown.at !== '') options.timestamp = Date.parse(shown.at)
  await registration.showNotification(shown.title, options)
  if (isOwn && 'setAppBadge' in navigator) await navigator.setAppBadge(shown.badge).catch(() => undefined)
  await acknowledge(shown, 'shown')
}

async function open(worker: ServiceWorkerGlobalScope, payload: PushPayload): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' })
  const page = pages.find(({ url }) => isAppNavigation(new URL(url)))
  if (page === undefined) await worker.clients.openWindow(payload.path)
  else {
    page.postMessage({ type: 'OPEN', path: payload.path })
    await page.focus()
  }
  await acknowledge(payload, 'opened')
}

/**
 * Ignores errors: if the server gets no acknowledgement, the app sends it later, or the server sends an
 * email.
 */
async function acknowledge({ id, n, device }: PushPayload, what: 'shown' | 'opened'): Promise<void> {
  if (id !== '') await api.PUT('/rest/v1/notices', { body: { id, n, what, device } }).catch(() => undefined)
}

/** Registers the new subscription after the browser has replaced the old one. */
async function resubscribe({ registration }: ServiceWorkerGlobalScope): Promise<void> {
  const { data } = await api.GET('/rest/v1/push_devices')
  if (data === undefined) return
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: data.key,
  })
  const { endpoint, keys } = subscription.toJSON()
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined) return
  await api.PUT('/rest/v1/push_devices', { body: { endpoint, p256dh: keys['p256dh'], auth: keys['auth'] } })
}
