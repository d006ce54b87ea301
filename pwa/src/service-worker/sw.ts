// The service worker: precaches the app shell and sends the outbox in the background. It caches no API
// responses, because rows are in IndexedDB.
/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst, NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies'

import { OUTBOX_TAG, sendWaiting } from '../sync/outbox/background'
import { registerSynced } from '../synced'
import { workerRequests } from '../synced/messaging/worker-requests'
import {
  splitEntries,
  cachedAdminPage,
  isAdminPage,
  cacheAdminPages,
  hasAdminPages,
  deleteOldAdminPages,
} from './admin-pages'
import { showsCachedDashboard, withCachedDashboard } from './cached-dashboard'
import { isAppNavigation, isPage, isPublicNavigation } from './navigation'
import { precache } from './precache'
import { handlePushes } from './push'
import { receiveShare, SHARE_PATH } from './share'

declare const self: ServiceWorkerGlobalScope

const { shared, adminPaths } = splitEntries(self.__WB_MANIFEST)
const files = precache(self, shared)
cleanupOutdatedCaches()
clientsClaim()

const network = new NetworkOnly()
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isAdminPage(url),
  async (options) => (await cachedAdminPage(options.request)) ?? network.handle(options),
)
self.addEventListener('install', (event) => {
  // If this fails, the network serves the admins' pages.
  event.waitUntil(
    hasAdminPages()
      .then((hasPages) => (hasPages ? cacheAdminPages(adminPaths) : undefined))
      .catch(() => undefined),
  )
})
self.addEventListener('activate', (event) => event.waitUntil(deleteOldAdminPages(adminPaths)))

const shell = files.createHandlerBoundToURL('/index.html')
registerRoute(
  ({ request, url, sameOrigin }) => request.mode === 'navigate' && sameOrigin && isAppNavigation(url),
  async (options) =>
    showsCachedDashboard(options.url) ? withCachedDashboard(await shell(options)) : shell(options),
)
// The cache serves the theme at once. An admin's change of the theme is visible at the next start.
const THEME = '/theme.css'
const theme = new StaleWhileRevalidate({ cacheName: 'theme' })
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname === THEME, theme)
self.addEventListener('install', (event) => {
  // If this fails, the app has the default colour. Nothing else depends on the theme.
  event.waitUntil(theme.handle({ event, request: new Request(THEME) }).catch(() => undefined))
})

// The network serves the public site. Offline, the cache serves it. The cache key has no query, so each page
// has one copy.
const publicPages = new NetworkFirst({
  cacheName: 'public-pages',
  plugins: [
    {
      cacheKeyWillBeUsed: ({ request }) => Promise.resolve(new URL(request.url).pathname),
      handlerDidError: () => files.matchPrecache('/index.html'),
    },
  ],
})
registerRoute(
  ({ request, url, sameOrigin }) => request.mode === 'navigate' && sameOrigin && isPublicNavigation(url),
  publicPages,
)
self.addEventListener('install', (event) => {
  // The dashboard links to this page, which must also open offline.
  event.waitUntil(publicPages.handle({ event, request: new Request('/pricing') }).catch(() => undefined))
})
// Offline, the app shell answers for every other page, because its router handles every path.
registerRoute(
  ({ request, url, sameOrigin }) => request.mode === 'navigate' && sameOrigin && isPage(url),
  new NetworkOnly({ plugins: [{ handlerDidError: () => files.matchPrecache('/index.html') }] }),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
  ({ request }) => receiveShare(request),
  'POST',
)

// No automatic skipWaiting: a page keeps its chunks until the user accepts the update.
self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message !== 'object' || message === null || !('type' in message)) return
  if (message.type === 'SKIP_WAITING') void self.skipWaiting()
  // Ignore errors, because the page requests this again at its next start.
  if (message.type === 'KEEP_DESK') event.waitUntil(cacheAdminPages(adminPaths).catch(() => undefined))
})

handlePushes(self)

registerSynced()

/** An event of Background Sync, which TypeScript's worker types lack. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent
  if (tag === OUTBOX_TAG) (event as SyncEvent).waitUntil(sendUnlessVisible())
})

/**
 * Sends the outbox, unless a page is visible: a visible page sends the outbox itself, with better retry
 * timing.
 */
async function sendUnlessVisible(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const pages = windows.filter(({ url }) => isAppNavigation(new URL(url)))
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  await sendWaiting((userId) => workerRequests(userId), { isAlone: pages.length === 0 })
}
