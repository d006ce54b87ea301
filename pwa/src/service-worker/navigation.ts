// Which page loads the app shell answers, and which the network; the server's own addresses are the path table's.
import { DOORS } from './doors.gen'

const APP = /^\/(?:auth|dashboard(?:\/[^.]*)?)\/?$/

/** Whether a navigation to `url` (same origin) is answered by /index.html from the precache. */
export function isAppNavigation(url: URL): boolean {
  return APP.test(url.pathname)
}

/** Whether a navigation to `url` (same origin) is a page at all: the network's, and the app's when there is none. */
export function isPage(url: URL): boolean {
  return !DOORS.some((door) => url.pathname.startsWith(door)) && !url.pathname.slice(url.pathname.lastIndexOf('/')).includes('.')
}
