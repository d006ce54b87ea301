// Whether this browser can put the app on the home screen, and how.
import { makeStore, type Readable } from '../../lib/store'

/** `ask`: the browser has its own question. `by-hand`: iOS, where only the person can. */
export type Install = 'no' | 'ask' | 'by-hand'

/** Chromium's event; no standard type has it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

const store = makeStore<{ how: Install }>({ how: 'no' })
export const install: Readable<{ how: Install }> = store
let question: InstallPrompt | null = null

/** Called at start: the browser offers its question early, and once. */
export function watchInstall(): void {
  const installed = matchMedia('(display-mode: standalone)').matches
  if (installed) keepStorage()
  if (isIos() && !installed) store.set({ how: 'by-hand' })
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    question = event as InstallPrompt
    store.set({ how: 'ask' })
  })
  window.addEventListener('appinstalled', () => {
    question = null
    store.set({ how: 'no' })
    keepStorage()
  })
}

/** ST5: what is stored for an installed app is not the browser's to remove when space runs short. */
function keepStorage(): void {
  if ('storage' in navigator) void navigator.storage.persist().catch(() => undefined)
}

/** Shows the browser's question. It can be asked once; a person who declines is offered it again by the browser. */
export async function askToInstall(): Promise<void> {
  const asked = question
  question = null
  await asked?.prompt()
  store.set({ how: 'no' })
}

function isIos(): boolean {
  // An iPad says that it is a Mac; no Mac has a touch screen.
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
}
