// Adds DOM matchers and the browser parts jsdom lacks, and unmounts after each test.
import '@testing-library/jest-dom/vitest'

import { cleanup, configure, getConfig } from '@testing-library/react'
import { unstable_IdlePriority as IDLE, unstable_scheduleCallback as schedule } from 'scheduler'
import { afterEach, vi } from 'vitest'

// A condition that comes true ends the wait at once; the library's 1 s was over before a busy machine with two cores
// had loaded a lazy screen.
configure({ asyncUtilTimeout: 15_000 })
// A found text is in the document before React has run the effects of its component. On a busy machine a test went on
// before them and failed. Each wait and each user event therefore ends when React has nothing left to do.
const library = getConfig()
configure({
  asyncWrapper: (wait) =>
    library.asyncWrapper(async () => {
      const result: unknown = await wait()
      await new Promise<void>((resolve) => schedule(IDLE, () => resolve()))
      return result
    }),
})
afterEach(cleanup)

Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: vi.fn((query: string) => ({
    matches: false,
    media: query,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  })),
})

class ResizeObserverStub implements ResizeObserver {
  observe = vi.fn()
  unobserve = vi.fn()
  disconnect = vi.fn()
}
window.ResizeObserver = ResizeObserverStub

Element.prototype.scrollIntoView = vi.fn()
// In every file: the client list scrolls to an added client in an effect. On a busy machine that effect ran in the test of
// the invitation, and failed it.
Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number, y?: number) {
  this.scrollTop = (typeof to === 'object' ? to.top : y) ?? this.scrollTop
}
Element.prototype.hasPointerCapture = () => false
