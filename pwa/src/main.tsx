// Starts the app: theme, stored session, first paint; the auth library and the service worker come after it.
import './ui/theme/styles.css'

import { createRoot } from 'react-dom/client'

import { App } from './app/app'
import { knownHome } from './app/device/last-dashboard'
import { watchInstall } from './app/install/install'
import { lookForLost } from './app/device/storage-cookie'
import { preloadFor, shell } from './app/lazy-screens'
import { paths } from './app/paths'
import { followAuth, type Person, readSession, session } from './app/session/session'
import { reloadOnceWhenChunksAreGone } from './app/updates/stale-chunks'
import { watchErrors } from './lib/failures'
import { afterPicture, allRead, beginPicture } from './lib/first-paint'
import { applyTheme } from './ui/theme/theme'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

watchErrors()
applyTheme()
reloadOnceWhenChunksAreGone()
watchInstall()
/** After this time deferred work starts, even without a first paint. */
const LATEST_MS = 1500
/** The dashboard waits at most this long for stored rows before it is shown. */
const READING_MS = 500

void start(root)

async function start(place: HTMLElement): Promise<void> {
  const isThere = beginPicture(LATEST_MS)
  // Load from an empty call stack, because a browser that records the stack compiles all of the loaded code
  // again.
  await Promise.resolve()
  const screens = preloadFor(location.pathname)
  // A callback of a mail or a provider signs the user in at once, so follow the auth events from the start.
  if (location.pathname === paths.authCallback) afterwards()
  else void afterPicture(() => idle(afterwards))()
  void lookForLost()
  await readSession()
  const now = session.get()
  // The first paint shows what has loaded by now. A signed-out user sees the sign-in screen without further
  // waiting.
  if (now.is === 'signed-in' && knownHome() === 'client' && location.pathname === paths.dashboard) {
    await homePicture(place, screens, now.person)
  } else {
    if (now.is === 'signed-in') await screens
    createRoot(place).render(<App />)
  }
  isThere()
}

/** Renders a client's dashboard once its figures are read, before any deferred work. */
async function homePicture(place: HTMLElement, screens: Promise<void>, person: Person): Promise<void> {
  // Open the replica while screens still load. The screen shows a failure when it is rendered.
  await shell.load().then(({ openDevice }) => openDevice(person.id), () => undefined)
  await screens
  // The service worker's stored HTML stays visible until React has rendered the same screen.
  const drawn = place.firstChild ? (place.cloneNode() as HTMLElement) : place
  createRoot(drawn).render(<App />)
  await allRead(READING_MS)
  if (drawn !== place) place.replaceWith(drawn)
}

function idle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: LATEST_MS })
  else setTimeout(work, 300)
}

/** Loaded with the deferred code, so that a sign-out needs no network. */
const leaveDevice = () => import('./app/device/leave-device')

function afterwards(): void {
  void leaveDevice()
  void followAuth(
    async (userId) => (await leaveDevice()).lockDevice(userId),
    async () => (await import('./app/session/must-enrol')).mustEnrol(),
  )
  void import('./app/updates/updates').then((it) => it.registerServiceWorker())
}
