// Tests of a scrolling row of tabs: it fades where tabs are hidden, and scrolls to the active one.
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { useTabStrip } from './use-tab-strip'

const TAB = 100
const STRIP = 250
const FADE = 32

let notifyResize = (): void => undefined
vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(run: () => void) {
      notifyResize = run
    }
    observe = () => undefined
    disconnect = () => undefined
  },
)
const mockSize = (name: 'offsetWidth' | 'offsetLeft', value: (element: HTMLElement) => number) =>
  vi.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(function (this: HTMLElement) {
    return value(this)
  })
mockSize('offsetWidth', () => TAB)
mockSize('offsetLeft', (element) => TAB * [...(element.parentElement?.children ?? [])].indexOf(element))
vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(STRIP)
vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(4 * TAB)
afterEach(() => vi.clearAllMocks())

function Strip({ active }: { active: string }) {
  return (
    <div role="tablist" {...useTabStrip<HTMLDivElement>(active)}>
      {['a', 'b', 'c', 'd'].map((name) => (
        <button key={name} role="tab" aria-selected={name === active}>
          {name}
        </button>
      ))}
    </div>
  )
}

test('fades the side with hidden tabs, and scrolls just far enough for the active one', () => {
  const { rerender } = render(<Strip active="a" />)
  const strip = screen.getByRole('tablist')
  act(notifyResize)
  expect(strip.style.maskImage).toMatch(/^linear-gradient\(to right, black, black calc.*transparent\)$/)
  rerender(<Strip active="d" />)
  expect(strip.scrollLeft).toBe(4 * TAB - STRIP + FADE)
  strip.scrollLeft = 4 * TAB - STRIP // as far as a browser scrolls
  fireEvent.scroll(strip)
  expect(strip.style.maskImage).toMatch(/^linear-gradient\(to right, transparent, black 32px, black\)$/)
  rerender(<Strip active="b" />)
  expect(strip.scrollLeft).toBe(TAB - FADE)
})
