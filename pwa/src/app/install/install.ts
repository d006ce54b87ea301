// Detects whether and how this browser can install the app on the home screen.
import { makeStore, type Readable } from '../../lib/store'

/** `prompt`: the browser has its own prompt. `by-hand`: iOS, where only the user can install. */
export type Install = 'no' | 'prompt' | 'by-hand'

/** Chromium's event, which TypeScript's types lack. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

const store = makeStore<{ how: Install }>({ how: 'no' })
export const install: Readable<{ how: Install }> = store
let prompt: InstallPrompt | null = null

/** Call at start, because the browser offers its prompt early and once. */
export function watchInstall(): void {
  const installed = matchMedia('(display-mode: standalone)').matches
  if (installed) keepStorage()
  if (isIos() && !installed) store.set({ how: 'by-hand' })
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
    store.set({ how: 'prompt' })
  })
  window.addEventListener('appinstalled', () => {
    prompt = null
    store.set({ how: 'no' })
    keepStorage()
  })
}

/** ST5: asks the browser not to evict an installed app's storage when space is short. */
function keepStorage(): void {
  if ('storage' in navigator) void navigator.storage.persist().catch(() => undefined)
}

/** Shows the browser's prompt. A prompt works once; the browser offers a new one to a user who declined. */
export async function promptInstall(): Promise<void> {
  const pending = prompt
  prompt = null
  await pending?.prompt()
  store.set({ how: 'no' })
}

function isIos(): boolean {
  // An iPad reports that it is a Mac, but no Mac has a touch screen.
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
  )
}
