// Stores the HTML of a client's dashboard, so that the next start shows it before the app runs.
import { dateTimeText } from '../../lib/text/times'
import { cacheDashboard, type CachedDashboard, positionsOf } from '../../db/cached-dashboard'
import { followQuery } from '../../db/follow'
import { noteFailure } from '../../lib/failures'
import type { Live } from '../../live/live'
import { paths } from '../paths'

/** After this time without a change of a row, the screen shows all stored rows. */
const SETTLED_MS = 2_000
/** HTML that is longer than this would not be painted earlier than the app. */
const MAX_LENGTH = 200_000
/** The stored height, as a multiple of the window's height. */
const STORED_HEIGHT = 1.2
/** Elements that do not work outside the page that created them. */
const PAGE_BOUND = 'script, iframe, video, img[src^="blob:"]'
/** Elements that show that the dashboard is still loading or that a dialog covers it. */
const UNFINISHED = '#root main .animate-shimmer, [role=dialog]'
/** The sync status. It is replaced, because it will differ at the next start. */
const STATUS = 'header [role=status]'
const ENDED = new Set(['locked', 'outdated', 'signed-out'])

/**
 * Stores the dashboard after each change and when the page is hidden, until the returned function is called.
 */
export function startCachingDashboard(live: Live, page: Document): () => void {
  let positions = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const store = (): void => {
    timer = undefined
    const dashboard = dashboardOf(live, page, positions)
    if (dashboard !== null)
      cacheDashboard(live.replica, dashboard).catch((error: unknown) => noteFailure('store', error))
  }
  const storeIfHidden = (): void => {
    if (page.visibilityState === 'hidden' && timer === undefined) store()
  }
  const unfollow = followQuery(
    () => positionsOf(live.replica.streams),
    (next) => {
      positions = next
      clearTimeout(timer)
      timer = setTimeout(store, SETTLED_MS)
    },
  )
  page.addEventListener('visibilitychange', storeIfHidden)
  return () => {
    unfollow()
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', storeIfHidden)
  }
}

/** The HTML to store for the page; null if the page is not a client's dashboard, or not complete. */
function dashboardOf({ replica, sync }: Live, page: Document, positions: string): CachedDashboard | null {
  const { as_of, role, link } = sync.status.get()
  const root = page.getElementById('root')
  const styles = page.querySelector('link[rel=stylesheet][href^="/assets/"]')?.getAttribute('href')
  const isHere =
    location.pathname === paths.dashboard && location.search === '' && page.querySelector(UNFINISHED) === null
  if (
    root === null ||
    !styles ||
    !isHere ||
    role !== 'client' ||
    as_of === null ||
    replica.inMemory ||
    ENDED.has(link.is)
  )
    return null
  const copy = copyVisible(root)
  for (const one of copy.querySelectorAll(PAGE_BOUND)) one.remove()
  for (const one of copy.querySelectorAll('time')) one.textContent = dateTimeText(one.dateTime)
  for (const one of copy.querySelectorAll(STATUS)) {
    one.previousElementSibling?.remove()
    one.textContent = `As of ${dateTimeText(as_of)}`
  }
  const html = copy.innerHTML
  return html.length > MAX_LENGTH
    ? null
    : { positions, styles, theme: page.documentElement.dataset['theme'] ?? null, html }
}

/** A copy of the visible part and a little more. The rest would only add layout work to the first paint. */
function copyVisible(root: HTMLElement): HTMLElement {
  const copy = root.cloneNode(true) as HTMLElement
  const copies = [...copy.querySelectorAll('*')]
  for (const [n, one] of root.querySelectorAll('*').entries()) {
    if (!one.checkVisibility() || one.getBoundingClientRect().top > innerHeight * STORED_HEIGHT)
      copies[n]?.remove()
  }
  return copy
}
