// New versions: found by the service worker, taken when the person says so, healed when chunks are gone.
import { now } from '../lib/clock'
import { makeStore, type Readable } from '../lib/store'
import { recall, remember } from '../lib/storage'

const CHECK_EVERY_MS = 60 * 60 * 1000
const RELOADED_AT = 'reloaded-at'
const RELOAD_AGAIN_AFTER_MS = 60 * 1000

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
  let checked = now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || now() - checked < CHECK_EVERY_MS) return
    checked = now()
    void found.update().catch(() => undefined)
  })
}

/** A lazy chunk of an old version may be gone from the server: load the page again, once, if that can help. */
export function reloadOnceWhenChunksAreGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(recall(RELOADED_AT) ?? 0)
    if (!navigator.onLine || now() - last < RELOAD_AGAIN_AFTER_MS) return
    event.preventDefault()
    remember(RELOADED_AT, String(now()))
    location.reload()
  })
}
