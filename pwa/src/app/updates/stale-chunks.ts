// Reloads a page whose lazy chunks no longer exist because the server has a newer version.
import { serverNow } from '../../lib/time/clock'
import { recall, remember } from '../../lib/storage'

const RELOADED_AT = 'reloaded-at'
const RELOAD_AGAIN_AFTER_MS = 60 * 1000

/** Reloads the page, at most once a minute and only online, if a lazy chunk cannot be loaded. */
export function reloadOnMissingChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(recall(RELOADED_AT) ?? 0)
    if (!navigator.onLine || Math.abs(serverNow() - last) < RELOAD_AGAIN_AFTER_MS) return
    event.preventDefault()
    remember(RELOADED_AT, String(serverNow()))
    location.reload()
  })
}
