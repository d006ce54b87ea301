// Starts the app: theme, stored session, first paint; the auth library and the service worker come after it.
import './ui/theme/styles.css'

import { createRoot } from 'react-dom/client'

import { App } from './app/app'
import { lastHome } from './app/routes/last-dashboard'
import { watchInstall } from './app/install/install'
import { detectLostData } from './app/device/storage-cookie'
import { preloadFor, shell } from './app/lazy-screens'
import { paths } from './app/paths'
import { followAuth, type SessionUser, readSession, session } from './app/session/session'
import { reloadOnMissingChunks } from './app/updates/stale-chunks'
import { watchErrors } from './lib/failures'
import { afterFirstPaint, waitForReads, beginFirstPaint } from './lib/first-paint'
import { followTheme } from './ui/theme/theme'

const root = document.getElementById('root')
if (root === null) throw new Error('no #root')

watchErrors()
followTheme()
reloadOnMissingChunks()
watchInstall()
/** After this time deferred work starts, even without a first paint. */
const LATEST_MS = 1500
/** The dashboard waits at most this long for stored rows before it is shown. */
const READING_MS = 500

void start(root)

async function start(place: HTMLElement): Promise<void> {
  // Continue with an empty call stack, because a browser that records the stacks of timers and requests parses all
  // of the loaded code again.
  await Promise.resolve()
  const endFirstPaint = beginFirstPaint(LATEST_MS)
  const screens = preloadFor(location.pathname)
  // A callback of a mail or a provider signs the user in at once, so follow the auth events from the start.
  if (location.pathname === paths.authCallback) startDeferred()
  else void afterFirstPaint(() => idle(startDeferred))()
  void detectLostData()
  await readSession()
  const now = session.get()
  // The first paint shows what has loaded by now. A signed-out user sees the sign-in screen without further
  // waiting.
  if (now.is === 'signed-in' && lastHome() === 'client' && location.pathname === paths.dashboard) {
    await renderHome(place, screens, now.user)
  } else {
    if (now.is === 'signed-in') await screens
    createRoot(place).render(<App />)
  }
  endFirstPaint()
}

/** Renders a client's dashboard once its figures are read, before any deferred work. */
async function renderHome(place: HTMLElement, screens: Promise<void>, user: SessionUser): Promise<void> {
  // Open the replica while screens still load. The screen shows a failure when it is rendered.
  await shell.load().then(
    ({ openDevice }) => openDevice(user.id),
    () => undefined,
  )
  await screens
  // The service worker's stored HTML stays visible until React has rendered the same screen.
  const target = place.firstChild ? (place.cloneNode() as HTMLElement) : place
  createRoot(target).render(<App />)
  await waitForReads(READING_MS)
  if (target !== place) place.replaceWith(target)
}

function idle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: LATEST_MS })
  else setTimeout(work, 300)
}

/** Loaded with the deferred code, so that a sign-out needs no network. */
const leaveDevice = () => import('./app/device/leave-device')
const loadUpdates = () => import('./app/updates/updates')

function startDeferred(): void {
  void leaveDevice()
  void followAuth(
    async (userId) => (await leaveDevice()).lockDevice(userId),
    async () => (await leaveDevice()).mustEnrol(),
  )
  void loadUpdates().then((it) => it.registerServiceWorker())
}
