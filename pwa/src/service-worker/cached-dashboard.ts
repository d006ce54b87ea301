// Serves the app shell with the cached HTML of a client's dashboard, for an early first paint. The app
// replaces this HTML when it renders.
import { needsSecondFactor, storedSession } from '../api/auth/session-store'
import { cachedDashboard, type CachedDashboard } from '../db/cached-dashboard'

const DASHBOARD = '/dashboard'
const HTML = '<html '
const ROOT = '<div id="root">'
const START = /<script defer src="([^"]+)"><\/script>/
/**
 * Starts the app's script after the paint of the cached dashboard. On a slow phone the script would delay
 * that paint by a third of a second.
 */
const DELAYED_START =
  '<link rel="preload" as="script" href="$1"><script defer src="/after-picture.js" data-start="$1"></script>'

/** Whether the cached dashboard may be shown at this URL. */
export function showsCachedDashboard({ pathname, search }: URL): boolean {
  return pathname === DASHBOARD && search === ''
}

/**
 * The shell with the signed-in user's cached dashboard. Returns only the shell if there is no cached
 * dashboard, or if it was rendered with another stylesheet.
 */
export async function withCachedDashboard(shell: Response): Promise<Response> {
  const [html, dashboard] = await Promise.all([shell.text(), ownDashboard()])
  const page = dashboard !== null && html.includes(dashboard.styles) ? insertDashboard(html, dashboard) : html
  const headers = new Headers(shell.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  return new Response(page, { status: shell.status, headers })
}

function insertDashboard(html: string, { theme, html: content }: CachedDashboard): string {
  const themed = theme === null ? html : html.replace(HTML, `${HTML}data-theme="${theme}" `)
  // Make it `inert`, because its buttons do nothing until the app has started.
  return themed
    .replace(START, DELAYED_START)
    .replace(ROOT, () => `${ROOT}<div inert class="contents">${content}</div>`)
}

async function ownDashboard(): Promise<CachedDashboard | null> {
  const session = await storedSession().catch(() => null)
  return session === null || needsSecondFactor(session) ? null : cachedDashboard(session.user.id)
}
