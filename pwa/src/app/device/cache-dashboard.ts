// Keeps what a client's dashboard shows, so that the next start shows it before the app runs.
import { liveQuery } from 'dexie'

import { keepPicture, type Picture, positionsOf } from '../../db/cached-dashboard'
import { noteFailure } from '../../lib/failures'
import type { Live } from '../../live/live'
import { paths } from '../paths'

/** So long after the last change of a row the screen shows what is stored. */
const SETTLED_MS = 2_000
/** What is longer would not come sooner than the app. */
const LONGEST = 200_000
/** Of the window's height. */
const SEEN = 1.2
/** What is nothing without the page that made it. */
const ITS_OWN = 'script, iframe, video, img[src^="blob:"]'
/** There is more to come, or something lies over it. */
const UNFINISHED = '#root main .animate-shimmer, [role=dialog]'
/** The state of sync, which is another one at the next start. */
const STATUS = 'header [role=status]'
/** `20 Nov, 15:05` */
const moment = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const ENDED = new Set(['locked', 'outdated', 'signed-out'])

/** From now on until the returned function is called: after each change, and as it was left. */
export function keepPictures(live: Live, page: Document): () => void {
  let positions = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = (): void => {
    timer = undefined
    const picture = pictureOf(live, page, positions)
    if (picture !== null) keepPicture(live.replica, picture).catch((error: unknown) => noteFailure('store', error))
  }
  const left = (): void => {
    if (page.visibilityState === 'hidden' && timer === undefined) keep()
  }
  const stored = liveQuery(() => positionsOf(live.replica.streams)).subscribe((next) => {
    positions = next
    clearTimeout(timer)
    timer = setTimeout(keep, SETTLED_MS)
  })
  page.addEventListener('visibilitychange', left)
  return () => {
    stored.unsubscribe()
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', left)
  }
}

/** Null for what is no client's dashboard, or not whole. */
function pictureOf({ replica, sync }: Live, page: Document, positions: string): Picture | null {
  const { as_of, role, link } = sync.status.get()
  const root = page.getElementById('root')
  const styles = page.querySelector('link[rel=stylesheet][href^="/assets/"]')?.getAttribute('href')
  const isHere = location.pathname === paths.dashboard && location.search === '' && page.querySelector(UNFINISHED) === null
  if (root === null || !styles || !isHere || role !== 'client' || as_of === null || replica.inMemory || ENDED.has(link.is)) return null
  const picture = inView(root)
  for (const one of picture.querySelectorAll(ITS_OWN)) one.remove()
  for (const one of picture.querySelectorAll('time')) one.textContent = moment.format(new Date(one.dateTime))
  for (const one of picture.querySelectorAll(STATUS)) {
    one.previousElementSibling?.remove()
    one.textContent = `As of ${moment.format(new Date(as_of))}`
  }
  const html = picture.innerHTML
  return html.length > LONGEST ? null : { positions, styles, theme: page.documentElement.dataset['theme'] ?? null, html }
}

/** A copy of what is seen without scrolling, and a little more: the first picture has less to lay out, and still scrolls. */
function inView(root: HTMLElement): HTMLElement {
  const copy = root.cloneNode(true) as HTMLElement
  const copies = [...copy.querySelectorAll('*')]
  for (const [n, one] of root.querySelectorAll('*').entries()) {
    if (!one.checkVisibility() || one.getBoundingClientRect().top > innerHeight * SEEN) copies[n]?.remove()
  }
  return copy
}
