// Several files are added to a cache at a time, each once.
import { beforeEach, expect, test, vi } from 'vitest'

import { addSeveralAtOnce } from './add-to-cache'

const URLS = Array.from({ length: 9 }, (_, number) => `https://app.example/assets/chunk-${number}.js`)

/** A fake cache. `requests` are open until the test ends them. */
function storage(cached: string[] = []) {
  const added: string[] = []
  const requests: { url: string; end: () => void; fail: () => void }[] = []
  const cache = {
    keys: () => Promise.resolve(cached.map((url) => ({ url }))),
    add: (url: string) =>
      new Promise<void>((resolve, reject) => {
        const end = () => resolve(void added.push(url))
        requests.push({ url, end, fail: () => reject(new TypeError('Request failed')) })
      }),
  }
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) })
  return { added, requests }
}

beforeEach(() => void vi.unstubAllGlobals())

test('four requests are open at a time, and each missing file is requested once', async () => {
  const { added, requests } = storage(URLS.slice(0, 2))
  const done = addSeveralAtOnce('files', URLS)
  await vi.waitFor(() => expect(requests).toHaveLength(4))
  requests[3]?.end()
  await vi.waitFor(() => expect(requests).toHaveLength(5))
  for (const { end } of [...requests]) end()
  await vi.waitFor(() => expect(requests).toHaveLength(7))
  for (const { end } of requests) end()
  await done
  expect(requests.map(({ url }) => url)).toEqual(URLS.slice(2))
  expect(new Set(added)).toEqual(new Set(URLS.slice(2)))
})

test('a failed request is reported only after the other files have been added', async () => {
  const { added, requests } = storage()
  const adding = addSeveralAtOnce('files', URLS)
  const done = expect(adding.catch((error: unknown) => [String(error), [...added]])).resolves.toEqual([
    'TypeError: Request failed',
    URLS.slice(1),
  ])
  await vi.waitFor(() => expect(requests).toHaveLength(4))
  requests[0]?.fail()
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await vi.waitFor(() => expect(requests[number]).toBeDefined())
    requests[number]?.end()
  }
  await done
})
