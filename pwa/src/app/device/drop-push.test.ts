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

test('unsubscribes in a browser that cannot list notifications, and closes them in one without push', async () => {
  const unsubscribe = vi.fn().mockResolvedValue(true)
  registered({ pushManager: { getSubscription: () => Promise.resolve({ unsubscribe }) } })
  await dropPush()
  expect(unsubscribe).toHaveBeenCalledOnce()
  const shown = notification()
  registered({ getNotifications: () => Promise.resolve([shown]) })
  await dropPush()
  expect(shown.close).toHaveBeenCalledOnce()
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
