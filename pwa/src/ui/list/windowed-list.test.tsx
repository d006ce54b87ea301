// Tests of a windowed list: only the rows near the view are in the DOM, and the focus moves through all rows.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { WindowedList } from './windowed-list'

const HEIGHT = 500
const ROW = 50
let notifyLayout: () => void = () => undefined

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT)
  vi.spyOn(window, 'ResizeObserver').mockImplementation(
    class implements ResizeObserver {
      constructor(notify: ResizeObserverCallback) {
        notifyLayout = () => notify([], this)
      }
      observe = vi.fn()
      unobserve = vi.fn()
      disconnect = vi.fn()
    },
  )
})
afterEach(() => vi.restoreAllMocks())

const keyOf = (index: number) => `row-${index}`

function List({ count, startAt }: { count: number; startAt?: number }) {
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <MemoryRouter>
      <WindowedList
        label="Rows"
        count={count}
        keyOf={keyOf}
        rowHeight={ROW}
        scroller={scroller}
        {...(startAt !== undefined && { startAt })}
      >
        {(index, focus) => <button {...focus}>Row {index}</button>}
      </WindowedList>
    </MemoryRouter>
  )
}

const shown = () => screen.getAllByRole('listitem').map((row) => Number(row.dataset['index']))
const scroller = () => {
  const box = screen.getByRole('list').parentElement
  if (box === null) throw new Error('the list has no scrolling parent')
  return box
}
const scrollTo = (top: number) => {
  scroller().scrollTop = top
  fireEvent.scroll(scroller())
}

test('the first render has half of the visible rows, and the next has all', () => {
  const first = renderToString(<List count={10_000} />).match(/<li /g)?.length
  render(<List count={10_000} />)
  expect([first, shown().length]).toEqual([6, 12])
})

test('a list that grows taller keeps all its rows and the focus', async () => {
  render(<List count={10_000} />)
  act(notifyLayout)
  const before = shown()
  await userEvent.click(screen.getByText('Row 9'))
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(2 * HEIGHT)
  act(notifyLayout)
  expect(screen.getByText('Row 9')).toHaveFocus()
  expect(shown()).toEqual(Array.from({ length: 27 }, (_, place) => place))
  expect(shown()).toEqual(expect.arrayContaining(before))
})

test('only the rows in view and a few beyond are in the DOM', async () => {
  render(<List count={10_000} />)
  expect(shown()[0]).toBe(0)
  act(notifyLayout)
  expect(shown().length).toBeLessThanOrEqual(17)
  scrollTo(5_000 * ROW)
  const rows = Array.from({ length: 17 }, (_, place) => 4_997 + place)
  expect(shown().toSorted((one, other) => one - other)).toEqual(rows)
  // The DOM order matches the row order once the list is still.
  await waitFor(() => expect(shown()).toEqual(rows))
  expect(screen.getByText('Row 5000').closest('li')).toHaveAttribute('aria-posinset', '5001')
})

test('rows that enter the view reuse the nodes of rows that leave it', () => {
  render(<List count={10_000} />)
  act(notifyLayout)
  scrollTo(100 * ROW)
  const nodes = new Set(screen.getAllByRole('listitem'))
  scrollTo(5_000 * ROW)
  expect(screen.getAllByRole('listitem').every((row) => nodes.has(row))).toBe(true)
})

test('a list that gets shorter shows its rows before the scroll event', () => {
  const view = render(<List count={10_000} />)
  act(notifyLayout)
  scrollTo(9_000 * ROW)
  view.rerender(<List count={2} />)
  expect(shown()).toEqual([0, 1])
})

test('the list starts with the start row in the middle', () => {
  render(<List count={10_000} startAt={700} />)
  expect(shown()).toContain(700)
  act(notifyLayout)
  expect(scroller().scrollTop).toBe(700.5 * ROW - HEIGHT / 2)
  expect(shown()).toContain(700)
})

test('arrow, page, Home and End keys move the focus between rows', async () => {
  const user = userEvent.setup()
  render(<List count={10_000} />)
  act(notifyLayout)
  await user.tab()
  expect(screen.getByText('Row 0')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByText('Row 1')).toHaveFocus()
  await user.keyboard('{PageDown}')
  expect(screen.getByText('Row 10')).toHaveFocus()
  await user.keyboard('{End}')
  expect(scroller().scrollTop).toBe(10_000 * ROW - HEIGHT)
  fireEvent.scroll(scroller())
  expect(screen.getByText('Row 9999')).toHaveFocus()
})

test('ignores keys with Ctrl, Cmd or Alt, which belong to the browser and the palette', () => {
  render(<List count={1_000} />)
  const first = screen.getByRole('button', { name: 'Row 0' })
  act(() => first.focus())
  const isUnhandled = (key: string, modifier: object) => fireEvent.keyDown(first, { key, ...modifier })
  expect(isUnhandled('k', { ctrlKey: true })).toBe(true)
  expect(isUnhandled('j', { metaKey: true })).toBe(true)
  expect(isUnhandled('ArrowDown', { altKey: true })).toBe(true)
  expect(document.activeElement).toBe(first)
})

test('arrow up at the first row does not move the focus in a later render', async () => {
  const { rerender } = render(
    <>
      <input aria-label="Filter" />
      <List count={1_000} />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Row 0' }))
  await userEvent.keyboard('{ArrowUp}')
  await userEvent.click(screen.getByRole('textbox', { name: 'Filter' }))
  rerender(
    <>
      <input aria-label="Filter" />
      <List count={999} />
    </>,
  )
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Filter' }))
})

test('nodes are not reordered during a press', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  render(<List count={10_000} />)
  act(notifyLayout)
  const pressed = vi.spyOn(scroller(), 'matches').mockReturnValue(true)
  scrollTo(100 * ROW)
  const before = shown()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(shown()).toEqual(before)
  pressed.mockReturnValue(false)
  const inOrder = before.toSorted((one, other) => one - other)
  // Each step moves some nodes, and the next step waits until they are rendered.
  for (let turn = 0; turn < before.length; turn += 1) await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(shown()).toEqual(inOrder)
})
