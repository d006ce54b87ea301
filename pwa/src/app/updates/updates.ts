// Updates of the app: the service worker downloads a new version, and the user switches to it. Loaded after
// the first paint.
import { steady } from '../../lib/time/clock'
import { makeStore, type Readable } from '../../lib/store'

const CHECK_INTERVAL_MS = 60 * 60 * 1000
/** After this time the page reloads, although the new version is not installed. */
const MAX_INSTALL_MS = 30_000

const store = makeStore({ ready: false })
/** Whether a newer version is stored on this device and ready to use. */
export const update: Readable<{ ready: boolean }> = store

let registration: ServiceWorkerRegistration | null = null

/** Registers the service worker of a built app and checks for newer ones. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const wasControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // A new worker replaces the cached chunks, so this page could not load the old ones. The first worker
    // replaces no chunks, so it needs no reload. A reload loses no draft, because drafts are in Dexie.
    if (wasControlled) location.reload()
  })
  registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const current = registration
  const checkWaiting = () =>
    store.set({ ready: current.waiting !== null && navigator.serviceWorker.controller !== null })
  const followInstall = () => current.installing?.addEventListener('statechange', checkWaiting)
  checkWaiting()
  followInstall()
  current.addEventListener('updatefound', followInstall)
  checkWhenVisible(current)
}

/** Reloads the page with the newest version. */
export async function applyUpdate(): Promise<void> {
  if (registration !== null && registration.waiting === null) {
    await registration.update().catch(() => undefined)
    // `update` resolves when the installation begins.
    const { installing } = registration
    if (installing)
      await new Promise((resolve) => {
        installing.addEventListener('statechange', resolve)
        setTimeout(resolve, MAX_INSTALL_MS)
      })
  }
  if (registration?.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' })
  else location.reload()
}

function checkWhenVisible(current: ServiceWorkerRegistration): void {
  let checked = steady()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || steady() - checked < CHECK_INTERVAL_MS) return
    checked = steady()
    void current.update().catch(() => undefined)
  })
}
