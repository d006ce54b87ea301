// Adds DOM matchers and the browser parts jsdom lacks, and unmounts after each test.
import '@testing-library/jest-dom/vitest'

import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { unstable_IdlePriority as IDLE, unstable_scheduleCallback as schedule } from 'scheduler'
import { afterEach, vi } from 'vitest'

// A longer timeout costs nothing, because a wait ends when its condition holds. In the library's default of 1 s,
// a busy machine with two cores could not load a lazy screen.
configure({ asyncUtilTimeout: 15_000 })
// The DOM contains a text before React has run the effects of its component. On a busy machine a test
// continued before them and failed. Therefore each wait and each user event ends when React is idle.
// Only the last error of a wait contains the document: printing it for each failed try took 6 % of the time.
const library = getConfig()
let waits = 0
configure({
  asyncWrapper: (wait) =>
    library.asyncWrapper(async () => {
      waits += 1
      let result: unknown
      try {
        result = await wait()
      } catch (error) {
        if (error instanceof Error) error.message += `\n\n${prettyDOM() || ''}`
        throw error
      } finally {
        waits -= 1
      }
      await new Promise<void>((resolve) => schedule(IDLE, () => resolve()))
      return result
    }),
  getElementError: (message, container) =>
    waits > 0 ? new Error(message ?? '') : library.getElementError(message, container),
})
afterEach(cleanup)

// The server writes this element into the app's document.
document.head.innerHTML = '<meta name="application-name" content="Pulseboard">'

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
// Needed in every file: the client list scrolls to an added client in an effect. On a busy machine that
// effect ran in the invitation test and failed it.
Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number, y?: number) {
  this.scrollTop = (typeof to === 'object' ? to.top : y) ?? this.scrollTop
}
Element.prototype.hasPointerCapture = () => false
// jsdom does not implement media elements.
HTMLMediaElement.prototype.load = () => undefined
