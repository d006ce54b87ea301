// A long list of equally high rows that renders only the rows in view. Arrow keys, j and k move between rows.
import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { cx } from '../cx'
import { useRowFocus } from './use-row-focus'

export type RowFocus = {
  /** Spread on the row's only link or button. */
  tabIndex: 0 | -1
  'data-row': true
}

type WindowedListProps = {
  label: string
  count: number
  /** Must be the same function while the rows are the same. */
  keyOf: (index: number) => string
  /** The height of a row in px. */
  rowHeight: number
  scroller: RefObject<HTMLDivElement | null>
  /** The index of the row to scroll to once at the start. -1 for none, or until it is known. */
  startAt?: number
  /** Receives whether the list is scrolled away from its top. */
  onScrolled?: (isScrolled: boolean) => void
  className?: string
  children: (index: number, focus: RowFocus) => ReactNode
}

/** The number of rows that are rendered beyond each edge of the view. */
const OVERSCAN = 3
/** The list counts as still after this time in ms without a scroll. */
const STILL_MS = 200
/** The number of nodes that one step moves to their position in row order. */
const NODES_PER_STEP = 3
/** The assumed height of the list as a fraction of the window, before layout. */
const ASSUMED_HEIGHT = 0.7
// These are constants, so that memoized rows keep the same props.
const TAB_STOP: RowFocus = { tabIndex: 0, 'data-row': true }
const NO_STOP: RowFocus = { tabIndex: -1, 'data-row': true }

export function WindowedList(props: WindowedListProps) {
  const { label, count, keyOf, rowHeight, scroller, startAt = -1, onScrolled, className, children } = props
  const { top, height, isMeasured, onScroll } = useView(scroller, rowHeight, startAt)
  const focus = useRowFocus({ label, scroller, count, keyOf, rowHeight, height, isMeasured })

  // Rows that enter the view reuse the nodes of rows that leave it, which costs much less than new nodes.
  const inView = Math.ceil(height / rowHeight) + 1
  // The first render contains only the rows in view. The next one adds the overscan. This halves the first
  // task.
  const overscan = isMeasured ? OVERSCAN : 0
  const slots = inView + 2 * overscan
  // The first render is split in two, because a page of rows has 1,200 elements, which take 110 ms on a slow
  // processor.
  const isFilled = useDeferredValue(true, false)
  // When a list gets shorter, the browser scrolls it back but fires the event only after the next paint, so
  // clamp here.
  const firstInView = Math.max(0, Math.min(top, count - inView + 1))
  const first = Math.max(0, firstInView - overscan)
  const deferredFirst = useDeferredValue(first)
  const offset = useDomOffset(scroller, first, slots)
  const end = isFilled ? count : Math.min(count, firstInView + Math.ceil(inView / 2))
  const shown = rowsShown({ count: end, slots, inView, firstInView, deferredFirst, offset })
  const tabStop = shown.find((index) => keyOf(index) === focus.active) ?? first

  return (
    <div
      ref={scroller}
      tabIndex={-1}
      onScroll={(event) => {
        onScroll(event.currentTarget)
        onScrolled?.(event.currentTarget.scrollTop > 0)
      }}
      className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none', className)}
    >
      <ul
        aria-label={label}
        onKeyDown={focus.onKeyDown}
        style={{ height: count * rowHeight }}
        className="relative"
      >
        {shown.map((index) => (
          <li
            key={index % slots}
            data-index={index}
            data-key={keyOf(index)}
            aria-setsize={count}
            aria-posinset={index + 1}
            onFocus={(event) => focus.setActive(event.currentTarget.dataset['key'] ?? null)}
            style={{ height: rowHeight, top: index * rowHeight }}
            className="absolute inset-x-0 contain-strict"
          >
            {children(index, index === tabStop ? TAB_STOP : NO_STOP)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `top` is the index of the first row in view, `height` that of the view in px. Does no reads that force a layout. */
function useView(scroller: RefObject<HTMLDivElement | null>, rowHeight: number, startAt: number) {
  const [measured, setMeasured] = useState<number | null>(null)
  const height = measured ?? window.innerHeight * ASSUMED_HEIGHT
  const [top, setTop] = useState(() => Math.max(0, startAt - Math.floor(height / rowHeight / 2)))
  const hasScrolledToStart = useRef(false)
  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null) return
    const sizes = new ResizeObserver(() => {
      if (box.clientHeight === 0) return
      if (startAt >= 0 && !hasScrolledToStart.current)
        box.scrollTop = (startAt + 0.5) * rowHeight - box.clientHeight / 2
      hasScrolledToStart.current ||= startAt >= 0
      setMeasured(box.clientHeight)
      setTop(Math.floor(box.scrollTop / rowHeight))
    })
    sizes.observe(box)
    return () => sizes.disconnect()
  }, [scroller, rowHeight, startAt])
  return {
    top,
    height,
    isMeasured: measured !== null,
    onScroll: (box: HTMLElement) => setTop(Math.floor(box.scrollTop / rowHeight)),
  }
}

/**
 * Returns the slot (row index modulo `slots`) of the node that is first in the DOM. Nodes keep their DOM position
 * during a scroll, because moving them costs as much as rendering them. Once the list is still, they are put in row
 * order for screen readers, a few at a time. No node is moved during a press, because the press would be lost.
 */
function useDomOffset(scroller: RefObject<HTMLDivElement | null>, first: number, slots: number): number {
  const [offset, setOffset] = useState(first % slots)
  const lastFirst = useRef(first)
  useEffect(() => {
    const distance = (first - offset + slots) % slots
    if (distance === 0) return
    const step = () => {
      if (scroller.current?.matches(':active') === true) timer = setTimeout(step, STILL_MS)
      else setOffset((offset + Math.min(distance, NODES_PER_STEP)) % slots)
    }
    let timer = setTimeout(step, lastFirst.current === first ? 0 : STILL_MS)
    lastFirst.current = first
    return () => clearTimeout(timer)
  }, [scroller, first, offset, slots])
  return offset % slots
}

type Shown = {
  count: number
  slots: number
  inView: number
  firstInView: number
  deferredFirst: number
  offset: number
}

/**
 * Returns the rows in view, up to `count`, and the overscan rows of the last deferred render. The new
 * overscan rows follow in a later task, so after a far jump the first task has a third less work.
 */
function rowsShown({ count, slots, inView, firstInView, deferredFirst, offset }: Shown): number[] {
  const ofSlot = new Map<number, number>()
  for (let index = deferredFirst; index < Math.min(deferredFirst + slots, count); index++)
    ofSlot.set(index % slots, index)
  for (let index = firstInView; index < Math.min(firstInView + inView, count); index++)
    ofSlot.set(index % slots, index)
  const positionOf = (index: number) => (index - offset + slots) % slots
  return [...ofSlot.values()].sort((one, other) => positionOf(one) - positionOf(other))
}
