// A long list of equally high rows that keeps only those in view in the page; arrow keys move between them.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { cx } from './cx'

export type RowFocus = {
  /** Goes on the row's one link or button, with `data-row`. */
  tabIndex: 0 | -1
  'data-row': true
}

type WindowedListProps = {
  label: string
  count: number
  /** The same function as long as the rows are the same. */
  keyOf: (index: number) => string
  /** In px. */
  rowHeight: number
  scroller: RefObject<HTMLDivElement | null>
  /** The row to have in view at first, as soon as it is known; -1 for none. */
  startAt?: number
  onScrolled?: (scrolled: boolean) => void
  className?: string
  children: (index: number, focus: RowFocus) => ReactNode
}

const OVERSCAN = 3
// Two constants, so that rows can be memoized.
const TAB_STOP: RowFocus = { tabIndex: 0, 'data-row': true }
const NO_STOP: RowFocus = { tabIndex: -1, 'data-row': true }

export function WindowedList(props: WindowedListProps) {
  const { label, count, keyOf, rowHeight, scroller, startAt = -1, onScrolled, className, children } = props
  const [active, setActive] = useState<string | null>(null)
  const toFocus = useRef<number | null>(null)
  const rows = useVirtualizer({
    count,
    getItemKey: keyOf,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    overscan: OVERSCAN,
    useFlushSync: false,
  })
  useEffect(() => rows.measure(), [rows, rowHeight])

  const placed = useRef(false)
  useEffect(() => {
    if (startAt < 0 || placed.current) return
    placed.current = true
    rows.scrollToIndex(startAt, { align: 'center' })
  }, [startAt, rows])

  // After every render, because the row to focus may have to come into the page first.
  useEffect(() => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${toFocus.current ?? ''}"] [data-row]`)
    if (toFocus.current === null || !row) return
    toFocus.current = null
    row.focus({ preventScroll: true })
  })

  // Rows that come into view take over the nodes of those that leave it: much less work than new nodes.
  const slots = Math.ceil((rows.scrollRect?.height ?? 0) / rowHeight) + 2 + 2 * OVERSCAN
  useLayoutEffect(() => {
    const focused = scroller.current?.contains(document.activeElement) ? rowOf(document.activeElement) : null
    if (focused === null || focused.dataset['key'] === active) return
    const same = scroller.current?.querySelector<HTMLElement>(`[data-key="${active ?? ''}"] [data-row]`)
    ;(same ?? scroller.current)?.focus({ preventScroll: true })
  })

  const shown = rows.getVirtualItems()
  const stop = shown.find((item) => item.key === active) ?? shown[0]
  const move = (event: KeyboardEvent) => {
    const row = rowOf(event.target)
    const next = row === null ? null : target(event.key, Number(row.dataset['index']), count, Math.floor((rows.scrollRect?.height ?? 0) / rowHeight))
    if (next === null) return
    event.preventDefault()
    toFocus.current = next
    setActive(keyOf(next))
    rows.scrollToIndex(next)
  }

  return (
    <div
      ref={scroller}
      tabIndex={-1}
      onScroll={onScrolled && ((event) => onScrolled(event.currentTarget.scrollTop > 0))}
      className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none', className)}
    >
      <ul aria-label={label} onKeyDown={move} style={{ height: rows.getTotalSize() }} className="relative">
        {shown.map(({ index, key, start }) => (
          <li
            key={index % slots}
            data-index={index}
            data-key={key}
            aria-setsize={count}
            aria-posinset={index + 1}
            onFocus={(event) => setActive(event.currentTarget.dataset['key'] ?? null)}
            style={{ height: rowHeight, top: start }}
            className="absolute inset-x-0 contain-strict"
          >
            {children(index, key === stop?.key ? TAB_STOP : NO_STOP)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function rowOf(element: EventTarget | null): HTMLElement | null {
  return element instanceof Element ? element.closest<HTMLElement>('[data-index]') : null
}

function target(key: string, from: number, count: number, page: number): number | null {
  const moves: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + Math.max(1, page - 1),
    PageUp: from - Math.max(1, page - 1),
    Home: 0,
    End: count - 1,
  }
  const to = moves[key]
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1)
}
