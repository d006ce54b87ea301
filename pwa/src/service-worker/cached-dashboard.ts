// Serves the app shell with the cached HTML of a client's dashboard, so that the first paint shows it. The
// app replaces it.
import { isHalf, storedSession } from '../api/auth/session-store'
import { cachedDashboard, type CachedDashboard } from '../db/cached-dashboard'

const DASHBOARD = '/dashboard'
const HTML = '<html '
const ROOT = '<div id="root">'
const START = /<script defer src="([^"]+)"><\/script>/
/**
 * Delays the app's start script, because on a slow phone it would delay the cached dashboard's paint by a
 * third of a second.
 */
const DELAYED_START =
  '<link rel="preload" as="script" href="$1"><script defer src="/after-picture.js" data-start="$1"></script>'

/** Whether the page at `url` shows the cached dashboard, if there is one. */
export function showsCachedDashboard({ pathname, search }: URL): boolean {
  return pathname === DASHBOARD && search === ''
}

/**
 * The shell with the signed-in user's cached dashboard. Without one, or if it uses another stylesheet, only
 * the shell.
 */
export async function withCachedDashboard(shell: Response): Promise<Response> {
  const [html, picture] = await Promise.all([shell.text(), ownDashboard()])
  const page = picture !== null && html.includes(picture.styles) ? insertDashboard(html, picture) : html
  const headers = new Headers(shell.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  return new Response(page, { status: shell.status, headers })
}

function insertDashboard(html: string, { theme, html: picture }: CachedDashboard): string {
  const themed = theme === null ? html : html.replace(HTML, `${HTML}data-theme="${theme}" `)
  // `inert`, because its buttons do nothing until the app has started.
  return themed
    .replace(START, DELAYED_START)
    .replace(ROOT, () => `${ROOT}<div inert class="contents">${picture}</div>`)
}

async function ownDashboard(): Promise<CachedDashboard | null> {
  const session = await storedSession().catch(() => null)
  return session === null || isHalf(session) ? null : cachedDashboard(session.user.id)
}
