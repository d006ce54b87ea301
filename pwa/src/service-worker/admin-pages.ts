// The admins' pages on the device of an admin: kept apart from what everybody gets, and gone when they sign out.
import type { PrecacheEntry } from 'workbox-precaching'

/** As the server knows it: platform/server/admin_bundle.py. */
const PLACE = '/assets/desk/'
const KEPT = 'desk'

type Entry = PrecacheEntry | string
const pathOf = (entry: Entry) => `/${(typeof entry === 'string' ? entry : entry.url).replace(/^\//, '')}`

/** What everybody's device keeps, and the files that are for admins. */
export function apart(entries: Entry[]): { everybodys: Entry[]; desk: string[] } {
  const desk = entries.map(pathOf).filter((path) => path.startsWith(PLACE))
  return { everybodys: entries.filter((entry) => !desk.includes(pathOf(entry))), desk }
}

export const isOfDesk = (url: URL): boolean => url.pathname.startsWith(PLACE)

/** As it is kept here; undefined where it is not. */
export function fromDesk(request: Request): Promise<Response | undefined> {
  return caches.match(request.url, { cacheName: KEPT })
}

/** Keeps all of these, or none; for who is no admin the server has none. */
export async function keepDesk(desk: string[]): Promise<void> {
  const kept = await caches.open(KEPT)
  const there = (await kept.keys()).map(({ url }) => new URL(url).pathname)
  await kept.addAll(desk.filter((path) => !there.includes(path)))
}

/** Whether an admin works with this device. */
export const keepsDesk = (): Promise<boolean> => caches.has(KEPT)

/** Leaves nothing of older versions. */
export async function tidyDesk(desk: string[]): Promise<void> {
  if (!(await keepsDesk())) return
  const kept = await caches.open(KEPT)
  const old = (await kept.keys()).filter(({ url }) => !desk.includes(new URL(url).pathname))
  await Promise.all(old.map((request) => kept.delete(request)))
}
