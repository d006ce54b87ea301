// Starts the app: theme, stored session, first paint; the auth library and the service worker come after it.
import './ui/styles.css'

import { createRoot } from 'react-dom/client'

import { App } from './app/app'
import { watchInstall } from './app/install'
import { lookForLost } from './app/kept'
import { preloadFor } from './app/lazy-screens'
import { paths } from './app/paths'
import { followAuth, readSession, session } from './app/session'
import { registerServiceWorker, reloadOnceWhenChunksAreGone } from './app/updates'
import { watchErrors } from './lib/failures'
import { applyTheme } from './ui/theme'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

watchErrors()
applyTheme()
reloadOnceWhenChunksAreGone()
watchInstall()
const screens = preloadFor(location.pathname)
void lookForLost()
void firstPicture(root)

async function firstPicture(place: HTMLElement): Promise<void> {
  await readSession()
  // What is here by now is in the first picture. Whoever is not signed in goes to the door, and waits for nothing else.
  if (session.get().is === 'signed-in') await screens
  createRoot(place).render(<App />)
}

const afterFirstPaint = () => {
  void followAuth(
    async (userId) => (await import('./app/device')).lockDevice(userId),
    async () => (await import('./app/must-enrol')).mustEnrol(),
  )
  void registerServiceWorker()
}
// Who comes back from a mail or a provider is signed in at once: nobody may miss it.
if (location.pathname === paths.authCallback) afterFirstPaint()
else if ('requestIdleCallback' in window) requestIdleCallback(afterFirstPaint, { timeout: 1500 })
else setTimeout(afterFirstPaint, 300)
