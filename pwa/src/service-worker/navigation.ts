// Classifies navigations by the path table: app shell, public site, or network only.
import { SERVER_PATHS, PUBLIC, SCREENS } from './path-table.gen'

const isFile = (path: string): boolean => path.slice(path.lastIndexOf('/')).includes('.')
const isEndpoint = (path: string): boolean =>
  SERVER_PATHS.some((own) => path === own || path.startsWith(`${own.replace(/\/$/, '')}/`))

/**
 * Whether the service worker answers a navigation to `url` (same origin) with /index.html from the precache.
 */
export function isAppNavigation({ pathname }: URL): boolean {
  return (
    SCREENS.some((screen) => `${pathname}/`.startsWith(`${screen}/`)) &&
    !isEndpoint(pathname) &&
    !isFile(pathname)
  )
}

/** Whether a navigation to `url` (same origin) shows a page of the public site. */
export function isPublicNavigation({ pathname }: URL): boolean {
  const page: string = pathname === '/' ? pathname : pathname.replace(/\/$/, '')
  return PUBLIC.some((path) => path === page)
}

/**
 * Whether a navigation to `url` (same origin) is for a page, not for an endpoint or a file. Offline, the app
 * answers it.
 */
export function isPage({ pathname }: URL): boolean {
  return !isEndpoint(pathname) && !isFile(pathname)
}
