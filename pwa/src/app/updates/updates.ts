// New versions: found by the service worker, taken when the user says so. Loaded after the first picture.
import { steady } from '../../lib/clock'
import { makeStore, type Readable } from '../../lib/store'

const CHECK_EVERY_MS = 60 * 60 * 1000

const store = makeStore({ ready: false })
/** Whether a newer version is stored on this device and waits to be used. */
export const update: Readable<{ ready: boolean }> = store

let registration: ServiceWorkerRegistration | null = null

/** Registers the service worker of a built app and keeps looking for newer ones. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const wasControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker only takes charge; a later one means that the old chunks are gone. Drafts are in Dexie.
    if (wasControlled) location.reload()
  })
  registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const found = registration
  const look = () => store.set({ ready: found.waiting !== null && navigator.serviceWorker.controller !== null })
  look()
  found.addEventListener('updatefound', () => found.installing?.addEventListener('statechange', look))
  checkWhenSeenAgain(found)
}

/** Uses the newest version: the page loads again with it. */
export async function takeUpdate(): Promise<void> {
  if (registration !== null && registration.waiting === null) await registration.update().catch(() => undefined)
  if (registration?.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' })
  else location.reload()
}

function checkWhenSeenAgain(found: ServiceWorkerRegistration): void {
  let checked = steady()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || steady() - checked < CHECK_EVERY_MS) return
    checked = steady()
    void found.update().catch(() => undefined)
  })
}
