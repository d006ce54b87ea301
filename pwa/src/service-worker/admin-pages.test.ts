// Admins' pages: cached for admins only, all or none, and of one version.
import { beforeEach, expect, test, vi } from 'vitest'

import {
  splitEntries,
  cachedAdminPage,
  isAdminPage,
  cacheAdminPages,
  hasAdminPages,
  deleteOldAdminPages,
} from './admin-pages'

const ADMIN_PATHS = ['/assets/desk/admin-home-aaaaaaaa.js', '/assets/desk/dev-docs-bbbbbbbb.js'] as const
const ORIGIN = 'https://app.example'

/**
 * A fake of the used part of Cache Storage; the server rejects the paths in `missing`. Returns a reader of
 * the cached paths.
 */
function storage(missing: string[] = []) {
  const stored = new Map<string, Map<string, Response>>()
  const opened = (name: string) => {
    const cachedPaths = stored.get(name) ?? new Map<string, Response>()
    stored.set(name, cachedPaths)
    return {
      keys: () => Promise.resolve([...cachedPaths.keys()].map((path) => ({ url: ORIGIN + path }))),
      delete: ({ url }: { url: string }) => Promise.resolve(cachedPaths.delete(new URL(url).pathname)),
      addAll: (paths: string[]) => {
        if (paths.some((path) => missing.includes(path)))
          return Promise.reject(new TypeError('Request failed'))
        for (const path of paths) cachedPaths.set(path, new Response(path))
        return Promise.resolve()
      },
    }
  }
  vi.stubGlobal('caches', {
    has: (name: string) => Promise.resolve(stored.has(name)),
    open: (name: string) => Promise.resolve(opened(name)),
    match: (url: string, { cacheName }: { cacheName: string }) =>
      Promise.resolve(stored.get(cacheName)?.get(new URL(url).pathname)),
  })
  return () => [...(stored.get('desk')?.keys() ?? [])]
}

beforeEach(() => void vi.unstubAllGlobals())

test('admin files are not in everyone’s cache', () => {
  const entries = [
    'index.html',
    { url: 'assets/base-cccccccc.js', revision: null },
    ...ADMIN_PATHS.map((path) => ({ url: path.slice(1), revision: null })),
  ]
  expect(splitEntries(entries)).toEqual({
    shared: ['index.html', { url: 'assets/base-cccccccc.js', revision: null }],
    adminPaths: ADMIN_PATHS,
  })
  expect(ADMIN_PATHS.map((path) => isAdminPage(new URL(path, ORIGIN)))).toEqual([true, true])
  expect(isAdminPage(new URL('/assets/base-cccccccc.js', ORIGIN))).toBe(false)
})

test('an admin caches all of them, in the newest version only', async () => {
  const cachedPaths = storage()
  expect(await hasAdminPages()).toBe(false)
  await cacheAdminPages(['/assets/desk/admin-home-00000000.js'])
  await cacheAdminPages(ADMIN_PATHS)
  await deleteOldAdminPages(ADMIN_PATHS)
  expect(cachedPaths()).toEqual(ADMIN_PATHS)
  expect(await hasAdminPages()).toBe(true)
  const answer = await cachedAdminPage(new Request(`${ORIGIN}${ADMIN_PATHS[1]}`))
  expect(await answer?.text()).toBe(ADMIN_PATHS[1])
})

test('no admin file is cached if the server rejects one of them', async () => {
  const cachedPaths = storage(ADMIN_PATHS.slice(1))
  await expect(cacheAdminPages(ADMIN_PATHS)).rejects.toThrow()
  expect(cachedPaths()).toEqual([])
  expect(await cachedAdminPage(new Request(`${ORIGIN}${ADMIN_PATHS[0]}`))).toBeUndefined()
})

test('nothing is deleted without an admin cache', async () => {
  storage()
  await deleteOldAdminPages(ADMIN_PATHS)
  expect(await hasAdminPages()).toBe(false)
})
