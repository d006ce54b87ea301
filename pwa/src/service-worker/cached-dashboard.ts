// A client's dashboard as this device last showed it, in the page from its first byte on; the app draws over it.
import { isHalf, storedSession } from '../api/auth/session-store'
import { keptPicture, type Picture } from '../db/cached-dashboard'

const DASHBOARD = '/dashboard'
const HTML = '<html '
const ROOM = '<div id="root">'
const START = /<script defer src="([^"]+)"><\/script>/
/** The app's own start would hold up the picture by a third of a second on a slow phone. */
const LATER = '<link rel="preload" as="script" href="$1"><script defer src="/after-picture.js" data-start="$1"></script>'

/** Whether the page at `url` begins with a picture, where one is kept. */
export function hasPicture({ pathname, search }: URL): boolean {
  return pathname === DASHBOARD && search === ''
}

/** The shell with the picture of whoever is signed in here; as it is without one, or if that was drawn with other styles. */
export async function withPicture(shell: Response): Promise<Response> {
  const [html, picture] = await Promise.all([shell.text(), ownPicture()])
  const page = picture !== null && html.includes(picture.styles) ? drawnInto(html, picture) : html
  const headers = new Headers(shell.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  return new Response(page, { status: shell.status, headers })
}

function drawnInto(html: string, { theme, html: picture }: Picture): string {
  const themed = theme === null ? html : html.replace(HTML, `${HTML}data-theme="${theme}" `)
  // Nothing in it answers a press: better that nothing there takes one.
  return themed.replace(START, LATER).replace(ROOM, () => `${ROOM}<div inert class="contents">${picture}</div>`)
}

async function ownPicture(): Promise<Picture | null> {
  const session = await storedSession().catch(() => null)
  return session === null || isHalf(session) ? null : keptPicture(session.user.id)
}
