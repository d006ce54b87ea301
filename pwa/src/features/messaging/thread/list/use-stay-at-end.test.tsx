// Tests that messages stay in place when a bar above the list appears or disappears.
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { useStayAtEnd } from './use-stay-at-end'

const BAR = 40

function list(isAtEnd: boolean) {
  let resized: () => void = () => undefined
  vi.spyOn(window, 'ResizeObserver').mockImplementation(
    class implements ResizeObserver {
      constructor(notify: ResizeObserverCallback) {
        resized = () => notify([], this)
      }
      observe = vi.fn()
      unobserve = vi.fn()
      disconnect = vi.fn()
    },
  )
  const box = document.createElement('div')
  let bar = 0
  vi.spyOn(box, 'clientHeight', 'get').mockImplementation(() => 600 - bar)
  vi.spyOn(box, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 56 + bar))
  box.scrollTop = 200
  const toEnd = vi.fn()
  renderHook(() => useStayAtEnd({ current: box }, { current: isAtEnd }, toEnd))
  const setBar = (next: number) => {
    bar = next
    resized()
  }
  return { box, toEnd, setBar }
}

test('scrolls by the height of a bar above the list, so that the messages that are read do not move', () => {
  const { box, toEnd, setBar } = list(false)
  setBar(BAR)
  expect(box.scrollTop).toBe(200 + BAR)
  setBar(0)
  expect(box.scrollTop).toBe(200)
  expect(toEnd).not.toHaveBeenCalled()
})

test('keeps the newest message in view at the end', () => {
  const { box, toEnd, setBar } = list(true)
  setBar(BAR)
  expect(toEnd).toHaveBeenCalledOnce()
  expect(box.scrollTop).toBe(200)
})
