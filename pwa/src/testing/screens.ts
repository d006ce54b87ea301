// Adds DOM matchers and the browser parts jsdom lacks, and unmounts after each test.
import '@testing-library/jest-dom/vitest'

import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// A condition that comes true ends the wait at once; the library's 1 s was over before a busy machine with two cores
// had loaded a lazy screen.
configure({ asyncUtilTimeout: 15_000 })
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
Element.prototype.hasPointerCapture = () => false
