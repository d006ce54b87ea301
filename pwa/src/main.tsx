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
/** No later than this everything else begins, whatever the picture waits for. */
const LATEST_MS = 1500
/** So long the dashboard waits for what is stored; then it shows what has come. */
const READING_MS = 500

void start(root)

async function start(place: HTMLElement): Promise<void> {
  const isThere = beginPicture(LATEST_MS)
  // Nothing else is on the stack of what is loaded here: where a browser notes that, it compiles all of it once more.
  await Promise.resolve()
  const screens = preloadFor(location.pathname)
  // Who comes back from a mail or a provider is signed in at once: nobody may miss it.
  if (location.pathname === paths.authCallback) afterwards()
  else void afterPicture(() => idle(afterwards))()
  void lookForLost()
  await readSession()
  const now = session.get()
  // What is here by now is in the first picture. Whoever is not signed in goes to the door, and waits for nothing else.
  if (now.is === 'signed-in' && knownHome() === 'client' && location.pathname === paths.dashboard) {
    await homePicture(place, screens, now.person)
  } else {
    if (now.is === 'signed-in') await screens
    createRoot(place).render(<App />)
  }
  isThere()
}

/** A client's dashboard. Its figures come before everything that it can do without. */
async function homePicture(place: HTMLElement, screens: Promise<void>, person: Person): Promise<void> {
  // Their rows are opened while screens still load. A failure shows where the screen is rendered.
  await shell.load().then(({ openDevice }) => openDevice(person.id), () => undefined)
  await screens
  // What the service worker has drawn stays until the same is here, alive.
  const drawn = place.firstChild ? (place.cloneNode() as HTMLElement) : place
  createRoot(drawn).render(<App />)
  await allRead(READING_MS)
  if (drawn !== place) place.replaceWith(drawn)
}

function idle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: LATEST_MS })
  else setTimeout(work, 300)
}

/** Loaded with everything else, so that a sign-out needs no network. */
const leaveDevice = () => import('./app/device/leave-device')

function afterwards(): void {
  void leaveDevice()
  void followAuth(
    async (userId) => (await leaveDevice()).lockDevice(userId),
    async () => (await import('./app/session/must-enrol')).mustEnrol(),
  )
  void import('./app/updates/updates').then((it) => it.registerServiceWorker())
}
