// Admins' pages: cached for admins only, all or none, and of one version.
import { beforeEach, expect, test, vi } from 'vitest'

import { apart, fromDesk, isOfDesk, keepDesk, keepsDesk, tidyDesk } from './admin-pages'

const DESK = ['/assets/desk/admin-home-aaaaaaaa.js', '/assets/desk/dev-docs-bbbbbbbb.js']
const ORIGIN = 'https://app.example'

/**
 * A fake of the used part of Cache Storage; the server rejects the paths in `refused`. Returns a reader of
 * the cached paths.
 */
function storage(refused: string[] = []) {
  const all = new Map<string, Map<string, Response>>()
  const opened = (name: string) => {
    const kept = all.get(name) ?? new Map<string, Response>()
    all.set(name, kept)
    return {
      keys: () => Promise.resolve([...kept.keys()].map((path) => ({ url: ORIGIN + path }))),
      delete: ({ url }: { url: string }) => Promise.resolve(kept.delete(new URL(url).pathname)),
      addAll: (paths: string[]) => {
        if (paths.some((path) => refused.includes(path))) return Promise.reject(new TypeError('Request failed'))
        for (const path of paths) kept.set(path, new Response(path))
        return Promise.resolve()
      },
    }
  }
  vi.stubGlobal('caches', {
    has: (name: string) => Promise.resolve(all.has(name)),
    open: (name: string) => Promise.resolve(opened(name)),
    match: (url: string, { cacheName }: { cacheName: string }) => Promise.resolve(all.get(cacheName)?.get(new URL(url).pathname)),
  })
  return () => [...(all.get('desk')?.keys() ?? [])]
}

beforeEach(() => void vi.unstubAllGlobals())

test('what is for admins is not among what everybody keeps', () => {
  const entries = ['index.html', { url: 'assets/base-cccccccc.js', revision: null }, ...DESK.map((path) => ({ url: path.slice(1), revision: null }))]
  expect(apart(entries)).toEqual({ everybodys: ['index.html', { url: 'assets/base-cccccccc.js', revision: null }], desk: DESK })
  expect(DESK.map((path) => isOfDesk(new URL(path, ORIGIN)))).toEqual([true, true])
  expect(isOfDesk(new URL('/assets/base-cccccccc.js', ORIGIN))).toBe(false)
})

test('an admin has all of them, and only those of the newest version', async () => {
  const kept = storage()
  expect(await keepsDesk()).toBe(false)
  await keepDesk(['/assets/desk/admin-home-00000000.js'])
  await keepDesk(DESK)
  await tidyDesk(DESK)
  expect(kept()).toEqual(DESK)
  expect(await keepsDesk()).toBe(true)
  const answer = await fromDesk(new Request(`${ORIGIN}${DESK[1]}`))
  expect(await answer?.text()).toBe(DESK[1])
})

test('whom the server refuses one of them has none', async () => {
  const kept = storage(DESK.slice(1))
  await expect(keepDesk(DESK)).rejects.toThrow()
  expect(kept()).toEqual([])
  expect(await fromDesk(new Request(`${ORIGIN}${DESK[0]}`))).toBeUndefined()
})

test('nothing is tidied where no admin works', async () => {
  storage()
  await tidyDesk(DESK)
  expect(await keepsDesk()).toBe(false)
})
