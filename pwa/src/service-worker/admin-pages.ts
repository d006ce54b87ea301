// A cache of the admins' pages on an admin's device: separate from the precache, and deleted at sign-out.
import type { PrecacheEntry } from 'workbox-precaching'

/** The same path as in platform/server/admin_bundle.py. */
const PLACE = '/assets/desk/'
const KEPT = 'desk'

type Entry = PrecacheEntry | string
const pathOf = (entry: Entry) => `/${(typeof entry === 'string' ? entry : entry.url).replace(/^\//, '')}`

/** Splits the build's files into those for every device and the paths of those for admins only. */
export function apart(entries: Entry[]): { everybodys: Entry[]; desk: string[] } {
  const desk = entries.map(pathOf).filter((path) => path.startsWith(PLACE))
  return { everybodys: entries.filter((entry) => !desk.includes(pathOf(entry))), desk }
}

export const isOfDesk = (url: URL): boolean => url.pathname.startsWith(PLACE)

/** The cached response, or undefined if there is none. */
export function fromDesk(request: Request): Promise<Response | undefined> {
  return caches.match(request.url, { cacheName: KEPT })
}

/**
 * Caches all of these paths or none. Rejects for a user who is no admin, because the server returns errors
 * then.
 */
export async function keepDesk(desk: string[]): Promise<void> {
  const kept = await caches.open(KEPT)
  const there = (await kept.keys()).map(({ url }) => new URL(url).pathname)
  await kept.addAll(desk.filter((path) => !there.includes(path)))
}

/** Whether this device caches admins' pages, which means that an admin uses it. */
export const keepsDesk = (): Promise<boolean> => caches.has(KEPT)

/** Deletes the files of older versions. */
export async function tidyDesk(desk: string[]): Promise<void> {
  if (!(await keepsDesk())) return
  const kept = await caches.open(KEPT)
  const old = (await kept.keys()).filter(({ url }) => !desk.includes(new URL(url).pathname))
  await Promise.all(old.map((request) => kept.delete(request)))
}
