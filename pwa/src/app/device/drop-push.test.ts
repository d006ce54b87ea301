// What a sign-out removes of push: the notifications that are shown, and the browser's subscription.
import { afterEach, expect, test, vi } from 'vitest'

import { dropPush } from './drop-push'

afterEach(() => void vi.unstubAllGlobals())

const notification = () => ({ close: vi.fn() })
function registered(registration: object | undefined): void {
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(registration) } })
}

test('closes all shown notifications, and unsubscribes', async () => {
  const shown = [notification(), notification()]
  const unsubscribe = vi.fn().mockResolvedValue(true)
  registered({
    getNotifications: () => Promise.resolve(shown),
    pushManager: { getSubscription: () => Promise.resolve({ unsubscribe }) },
  })
  await dropPush()
  expect([...shown.map(({ close }) => close.mock.calls.length), unsubscribe.mock.calls.length]).toEqual([
    1, 1, 1,
  ])
})

test('does nothing in a browser without push, without a worker, or without workers at all', async () => {
  registered({})
  await expect(dropPush()).resolves.toBeUndefined()
  registered(undefined)
  await expect(dropPush()).resolves.toBeUndefined()
  vi.stubGlobal('navigator', {})
  await expect(dropPush()).resolves.toBeUndefined()
})

test('closes the notifications also if the browser cannot unsubscribe', async () => {
  const shown = notification()
  registered({
    getNotifications: () => Promise.resolve([shown]),
    pushManager: {
      getSubscription: () => Promise.resolve({ unsubscribe: () => Promise.reject(new Error('no')) }),
    },
  })
  await dropPush()
  expect(shown.close).toHaveBeenCalledOnce()
})
