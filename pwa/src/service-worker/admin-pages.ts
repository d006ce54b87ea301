// A cache of the admins' pages on an admin's device: separate from the precache, and deleted at sign-out.
import type { PrecacheEntry } from 'workbox-precaching'

/**
 * The same path as in platform/server/admin_bundle.py. The path and the cache keep their names, because
 * installed apps have cookies and files under them.
 */
const ADMIN_PATH = '/assets/desk/'
const CACHE_NAME = 'desk'

type Entry = PrecacheEntry | string
const pathOf = (entry: Entry) => `/${(typeof entry === 'string' ? entry : entry.url).replace(/^\//, '')}`

/** Splits the build's files into the files for every device, and the paths of the files for admins only. */
export function splitEntries(entries: Entry[]): { shared: Entry[]; adminPaths: string[] } {
  const adminPaths = entries.map(pathOf).filter((path) => path.startsWith(ADMIN_PATH))
  return { shared: entries.filter((entry) => !adminPaths.includes(pathOf(entry))), adminPaths }
}

export const isAdminPage = (url: URL): boolean => url.pathname.startsWith(ADMIN_PATH)

/** The cached response, or undefined if there is none. */
export function cachedAdminPage(request: Request): Promise<Response | undefined> {
  return caches.match(request.url, { cacheName: CACHE_NAME })
}

/**
 * Caches all of these paths or none. Rejects if the user is no admin, because the server then returns errors.
 */
export async function cacheAdminPages(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE_NAME)
  const cachedPaths = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  await cache.addAll(paths.filter((path) => !cachedPaths.includes(path)))
}

/** Whether this device caches admins' pages, which means that an admin uses it. */
export const hasAdminPages = (): Promise<boolean> => caches.has(CACHE_NAME)

/** Deletes the cached files of older versions. */
export async function deleteOldAdminPages(paths: readonly string[]): Promise<void> {
  if (!(await hasAdminPages())) return
  const cache = await caches.open(CACHE_NAME)
  const old = (await cache.keys()).filter(({ url }) => !paths.includes(new URL(url).pathname))
  await Promise.all(old.map((request) => cache.delete(request)))
}
