// The paths of a client's viewed screens, and the app's paths that they correspond to.
import { morePaths } from '../more-paths'
import { paths } from '../paths'

/** The screens in the order of their links. */
export const VIEWED = [
  [paths.dashboard, 'My Dashboard'],
  [paths.messaging, 'Messaging'],
  [paths.reports, 'Reports'],
  [morePaths.chatbot, 'Chatbot'],
] as const

/**
 * The path in the view for the client's path `href`, e.g. `/dashboard/reports?report=1`. Null if the screen
 * cannot be viewed.
 */
export function viewedPath(clientId: string, href: string): string | null {
  const base = `${morePaths.viewAs}/${encodeURIComponent(clientId)}`
  if (href === base || href.startsWith(`${base}/`) || href.startsWith(`${base}?`)) return href
  const [path = '', query] = href.split('?')
  if (!VIEWED.some(([viewed]) => viewed === path)) return null
  const place = `${base}${path.slice(paths.dashboard.length)}`
  return query === undefined ? place : `${place}?${query}`
}
