// The virtualizer of a message list. If the user is at the end, the list stays at the newest message; elsewhere it
// keeps its position.
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'

import type { Row } from '../../rows/row'
import { estimate, FOOT_HEIGHT, GUESS, guessedOffset, HEAD_HEIGHT } from '../../rows/row-heights'
import { useStayAtEnd } from './use-stay-at-end'

/** The list counts as at its end within this distance, in px. */
const NEAR_END = 48
/** The button to the newest message appears beyond this distance from the end, in px, because it covers text. */
const FAR_FROM_END = 120
/** Older messages may be added above while one of this many first rows is in view. */
const FIRST_ROWS = 400
const OVERSCAN = 4

interface MessageVirtualizer {
  list: Virtualizer<HTMLDivElement, Element>
  /** Whether the newest message is in view. */
  atEnd: boolean
  isFarFromEnd: boolean
  /** Scrolls to the end. Stable across renders. */
  toEnd: () => void
}

/** `opensAt` is the index of the row to show first at the top. With 0 or less, the list opens at its end. */
export function useMessageVirtualizer(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly Row[],
  opensAt: number,
  hasOlder: boolean,
): MessageVirtualizer {
  const [atEnd, setAtEnd] = useState(opensAt <= 0)
  const atEndNow = useRef(atEnd)
  const [isFarFromEnd, setFarFromEnd] = useState(false)
  const [isNearTop, setNearTop] = useState(false)
  const sizes = useRef({ height: 0, content: 0 })
  const list = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: useCallback((index: number) => estimate(rows[index]), [rows]),
    getScrollElement: () => scroller.current,
    // Render visible rows first and the overscan later, which halves the work of the first render.
    overscan: useDeferredValue(OVERSCAN, 0),
    paddingStart: HEAD_HEIGHT,
    paddingEnd: FOOT_HEIGHT,
    // 'end' keeps the position when older messages are added above, but walks all rows per measured row.
    anchorTo: atEnd || (hasOlder && isNearTop) ? 'end' : 'start',
    followOnAppend: true,
    // Render in a separate task, not inside the scroll or resize event.
    useFlushSync: false,
    scrollEndThreshold: NEAR_END,
    // An estimate, so that the first render does not lay out an empty list to measure its height.
    initialRect: { width: 0, height: window.innerHeight * GUESS },
    initialOffset: () => guessedOffset(rows, opensAt),
    onChange(instance) {
      const height = instance.scrollRect?.height ?? 0
      const content = instance.getTotalSize()
      // The virtualizer's isAtEnd reads the DOM, which forces a layout for each measured row.
      const left = content - (instance.scrollOffset ?? 0) - height
      const before = sizes.current
      const isResized = height !== before.height || content !== before.content
      sizes.current = { height, content }
      // A keyboard or a longer draft shrinks the list, and a loaded picture makes a row higher. Neither moves
      // the user away from the end.
      if (isResized && atEndNow.current) instance.scrollToEnd()
      else {
        // Set now, not after the render, because rows are measured before it. Until then the measured rows can be
        // higher than the list in the DOM, so the end of the list in the DOM counts too.
        atEndNow.current = left <= NEAR_END || (atEndNow.current && isScrolledToEnd(instance.scrollElement))
        setAtEnd(atEndNow.current)
        setFarFromEnd(!atEndNow.current && left > FAR_FROM_END)
      }
      setNearTop((instance.range?.startIndex ?? 0) < FIRST_ROWS)
    },
  })

  useLayoutEffect(() => {
    if (opensAt > 0) list.scrollToIndex(opensAt, { align: 'start' })
    else list.scrollToEnd()
  }, [list, opensAt])

  // `followOnAppend` sees only a new last row, but messages also arrive above the user's own waiting ones. The
  // virtualizer scrolls before React has made the list as high as the rows that it measured.
  const total = list.getTotalSize()
  const [last, newest] = [rows.at(-1)?.key, rows.findLast((row) => row.message !== null)?.key]
  useLayoutEffect(() => {
    if (atEndNow.current) list.scrollToEnd()
  }, [list, last, newest, total])

  const toEnd = useCallback(() => list.scrollToEnd(), [list])
  useStayAtEnd(scroller, atEndNow, toEnd)
  return { list, atEnd, isFarFromEnd, toEnd }
}

/** Reads the DOM, which forces a layout. */
function isScrolledToEnd(box: Element | null): boolean {
  return box !== null && box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_END
}
