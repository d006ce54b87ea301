// A new version of the service worker: the page offers it, and waits for its installation before it reloads.
import { beforeEach, expect, it, vi } from 'vitest'

class Worker extends EventTarget {
  readonly postMessage = vi.fn()
}

class Registration extends EventTarget {
  installing: Worker | null = null
  waiting: Worker | null = null
  readonly update = vi.fn(() => Promise.resolve())

  beginInstall(): Worker {
    this.installing = new Worker()
    this.dispatchEvent(new Event('updatefound'))
    return this.installing
  }

  endInstall(isInstalled: boolean): void {
    const worker = this.installing
    if (isInstalled) this.waiting = worker
    this.installing = null
    worker?.dispatchEvent(new Event('statechange'))
  }
}

const reload = vi.fn()
let registration: Registration

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('PROD', true)
  reload.mockReset()
  registration = new Registration()
  const register = () => Promise.resolve(registration)
  const serviceWorker = Object.assign(new EventTarget(), { controller: {}, register })
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('location', { reload })
})

async function start() {
  const updates = await import('./updates')
  await updates.registerServiceWorker()
  return updates
}

it('offers a version whose installation began before the registration ended', async () => {
  registration.beginInstall()
  const { update } = await start()
  expect(update.get()).toEqual({ ready: false })
  registration.endInstall(true)
  expect(update.get()).toEqual({ ready: true })
})

it.each([true, false])(
  'waits for the installation before it changes to the new version, or reloads (installed: %s)',
  async (isInstalled) => {
    const { applyUpdate } = await start()
    let worker: Worker | undefined
    registration.update.mockImplementation(() => {
      worker = registration.beginInstall()
      return Promise.resolve()
    })
    const applying = applyUpdate()
    await new Promise((resolve) => setTimeout(resolve))
    expect(reload).not.toHaveBeenCalled()
    registration.endInstall(isInstalled)
    await applying
    expect(worker?.postMessage.mock.calls).toEqual(isInstalled ? [[{ type: 'SKIP_WAITING' }]] : [])
    expect(reload).toHaveBeenCalledTimes(isInstalled ? 0 : 1)
  },
)

it('reloads at once if there is no new version', async () => {
  const { applyUpdate } = await start()
  await applyUpdate()
  expect([registration.update.mock.calls.length, reload.mock.calls.length]).toEqual([1, 1])
})

it('reloads after 30 s if the installation does not end', async () => {
  const { applyUpdate } = await start()
  vi.useFakeTimers()
  registration.update.mockImplementation(() => {
    registration.beginInstall()
    return Promise.resolve()
  })
  void applyUpdate()
  await vi.advanceTimersByTimeAsync(29_999)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
