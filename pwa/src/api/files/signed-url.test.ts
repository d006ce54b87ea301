// Downloads: a slow one completes, and a stalled one is aborted.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { bytesAt } from './signed-url'

let file: ReadableStreamDefaultController

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (_href: string, { signal }: RequestInit) => {
    signal?.addEventListener('abort', () => file.error(signal.reason))
    return Promise.resolve(
      new Response(new ReadableStream({ start: (controller) => void (file = controller) })),
    )
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const send = (...bytes: number[]) => file.enqueue(new Uint8Array(bytes))
const after = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('reads a slow file in parts until it is complete', async () => {
  const taken = bytesAt('https://portal.example/file')
  for (const byte of [1, 2, 3]) {
    await after(40)
    send(byte)
  }
  await after(40)
  file.close()
  expect(new Uint8Array((await taken) ?? [])).toEqual(new Uint8Array([1, 2, 3]))
})

test('fails if a download stalls', async () => {
  const taken = bytesAt('https://portal.example/file')
  await after(40)
  send(1)
  await after(45)
  expect(await taken).toBeNull()
})
