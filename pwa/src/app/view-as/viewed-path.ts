// The addresses of what can be seen of a client's screens, and which of the app's own they stand for.
import { morePaths } from '../more-paths'
import { paths } from '../paths'

/** The screens in the order of their links. */
export const VIEWED = [
  [paths.dashboard, 'My Dashboard'],
  [paths.messaging, 'Messaging'],
  [paths.reports, 'Reports'],
  [morePaths.chatbot, 'Chatbot'],
] as const

/** Where an admin sees what a client sees at `href`; null if that is not shown: `/dashboard/reports?report=1`. */
export function viewedPath(clientId: string, href: string): string | null {
  const base = `${morePaths.viewAs}/${encodeURIComponent(clientId)}`
  if (href === base || href.startsWith(`${base}/`) || href.startsWith(`${base}?`)) return href
  const [path = '', asked] = href.split('?')
  if (!VIEWED.some(([known]) => known === path)) return null
  const place = `${base}${path.slice(paths.dashboard.length)}`
  return asked === undefined ? place : `${place}?${asked}`
}
