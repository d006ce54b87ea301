// Keeps the app shell on the device, and sends what waits. Rows live in IndexedDB, answers are never cached.
/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst, NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies'

import { OUTBOX_TAG, sendWaiting } from '../sync/outbox/background'
import { httpDoors } from '../sync/connection/http-endpoints'
import { apart, fromDesk, isOfDesk, keepDesk, keepsDesk, tidyDesk } from './admin-pages'
import { hasPicture, withPicture } from './cached-dashboard'
import { isAppNavigation, isPage, isPublicNavigation } from './navigation'
import { watchPushes } from './push'

declare const self: ServiceWorkerGlobalScope

// `/` belongs to the public site: no directory index, no clean addresses.
const { everybodys, desk } = apart(self.__WB_MANIFEST)
precacheAndRoute(everybodys, { directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()
clientsClaim()

const network = new NetworkOnly()
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isOfDesk(url),
  async (asked) => (await fromDesk(asked.request)) ?? network.handle(asked),
)
self.addEventListener('install', (event) => {
  // A failure leaves the admins' pages to the network.
  event.waitUntil(keepsDesk().then((kept) => (kept ? keepDesk(desk) : undefined)).catch(() => undefined))
})
self.addEventListener('activate', (event) => event.waitUntil(tidyDesk(desk)))

const shell = createHandlerBoundToURL('/index.html')
registerRoute(
  ({ request, url, sameOrigin }) => request.mode === 'navigate' && sameOrigin && isAppNavigation(url),
  async (asked) => (hasPicture(asked.url) ? withPicture(await shell(asked)) : shell(asked)),
)
// The provider's colour is there at once, and as an admin has changed it at the next start.
const THEME = '/theme.css'
const theme = new StaleWhileRevalidate({ cacheName: 'theme' })
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname === THEME, theme)
self.addEventListener('install', (event) => {
  // Without it the colour is the product's own, and nothing else is missing.
  event.waitUntil(theme.handle({ event, request: new Request(THEME) }).catch(() => undefined))
})

// The public site is the network's as long as there is one, then its last copy; what was asked beside it makes no other.
const publicPages = new NetworkFirst({
  cacheName: 'public-pages',
  plugins: [
    {
      cacheKeyWillBeUsed: ({ request }) => Promise.resolve(new URL(request.url).pathname),
      handlerDidError: () => matchPrecache('/index.html'),
    },
  ],
})
registerRoute(({ request, url, sameOrigin }) => request.mode === 'navigate' && sameOrigin && isPublicNavigation(url), publicPages)
self.addEventListener('install', (event) => {
  // The dashboard leads there, also without a network.
  event.waitUntil(publicPages.handle({ event, request: new Request('/pricing') }).catch(() => undefined))
})
// Without a network the app answers for every other page: it knows where each address leads.
registerRoute(
  ({ request, url, sameOrigin }) => request.mode === 'navigate' && sameOrigin && isPage(url),
  new NetworkOnly({ plugins: [{ handlerDidError: () => matchPrecache('/index.html') }] }),
)

// No automatic skipWaiting: a page keeps its chunks until the person takes the update.
self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message !== 'object' || message === null || !('type' in message)) return
  if (message.type === 'SKIP_WAITING') void self.skipWaiting()
  // Next time it is asked again.
  if (message.type === 'KEEP_DESK') event.waitUntil(keepDesk(desk).catch(() => undefined))
})

watchPushes(self)

/** Background Sync; not in the worker's own types. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent
  if (tag === OUTBOX_TAG) (event as SyncEvent).waitUntil(sendUnlessSeen())
})

/** A page in view sends by itself, and knows better when. */
async function sendUnlessSeen(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' })
  if (pages.some((page) => page.visibilityState === 'visible' && isAppNavigation(new URL(page.url)))) return
  await sendWaiting(httpDoors)
}
