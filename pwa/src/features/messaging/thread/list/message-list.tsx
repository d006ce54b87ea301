// Virtualized message list of a conversation. It keeps its scroll position when messages arrive or load.
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { useMinute } from '../../../../ui/hooks/use-now'
import { NewestBar, UnreadPill } from './jump-pills'
import { MessageMenu } from '../../message/menu'
import { MessageRow } from '../../message/row'
import type { Row } from '../rows/row'
import { estimate, FOOT_HEIGHT, GUESS, guessedOffset, HEAD_HEIGHT } from '../rows/row-heights'
import { useJumpToUnread, useScrollTo } from './use-jumps'
import { useStayAtEnd } from './use-stay-at-end'
import { useMessageMenu } from '../../message/use-menu'

export interface ListHandle {
  toEnd: () => void
}

type MessageListProps = {
  rows: readonly Row[]
  /** Shown above the oldest message. Its height never changes. */
  head: ReactNode
  /** Called while the view is near the oldest messages. */
  onNearStart: () => void
  /** Whether the newest message is in view. */
  onAtEnd: (atEnd: boolean) => void
  /** Number of the other side's messages after the unread line. Some may not be loaded yet. */
  afterLine: number
  /** Number of those messages that are still unread. */
  unread: number
  /** Whether the first unread message is among the rows. If not, it is in an older page. */
  unreadIsHere: boolean
  /** Loads older pages until the first unread message is here. Resolves to false if that fails. */
  loadUnread: () => Promise<boolean>
  /** The message to scroll to once it is among the rows. A new object scrolls again. */
  target: { message: { id: string } } | null
  /** Whether older messages exist that are not among the rows. */
  hasOlder: boolean
  handle: RefObject<ListHandle | null>
}

/** This near to the end counts as at the end, in px. */
const NEAR_END = 48
/** The button to the newest message covers text, so it shows only this far from the end, in px. */
const FAR_FROM_END = 120
const NEAR_START = 12
/** Older messages load only while the view is within this many of the oldest rows. */
const HIGH = 400
const OVERSCAN = 4

export function MessageList({
  rows,
  head,
  onNearStart,
  onAtEnd,
  afterLine,
  unread,
  unreadIsHere,
  loadUnread,
  target,
  hasOlder,
  handle,
}: MessageListProps) {
  const now = useMinute()
  const scroller = useRef<HTMLDivElement>(null)
  const firstUnread = rows.findIndex((row) => row.isFirstUnread)
  const [opensAt] = useState(unreadIsHere ? firstUnread : -1)
  const [atEnd, setAtEnd] = useState(opensAt <= 0)
  const atEndNow = useRef(atEnd)
  const [isFar, setFar] = useState(false)
  const [high, setHigh] = useState(false)
  const sizes = useRef({ height: 0, content: 0 })
  const list = useVirtualizer({
    count: rows.length,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: useCallback((index: number) => estimate(rows[index]), [rows]),
    getScrollElement: () => scroller.current,
    // Render visible rows first and the overscan later, which halves the work of the first render.
    overscan: useDeferredValue(OVERSCAN, 0),
    paddingStart: HEAD_HEIGHT,
    paddingEnd: FOOT_HEIGHT,
    // 'end' keeps the position when older messages are added above, but walks all rows per measured row.
    anchorTo: atEnd || (hasOlder && high) ? 'end' : 'start',
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
        // Set at once, because rows are measured before the next render. Until that render, the rows can be
        // higher than the list, whose end is then the end.
        atEndNow.current = left <= NEAR_END || (atEndNow.current && isScrolledToEnd(instance.scrollElement))
        setAtEnd(atEndNow.current)
        setFar(!atEndNow.current && left > FAR_FROM_END)
      }
      setHigh((instance.range?.startIndex ?? 0) < HIGH)
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

  const shown = list.getVirtualItems()
  const { startIndex, endIndex } = list.range ?? { startIndex: 0, endIndex: 0 }
  const nearStart = rows.length > 0 && startIndex < NEAR_START
  useEffect(() => {
    if (nearStart) onNearStart()
  }, [nearStart, onNearStart, rows.length])
  useEffect(() => onAtEnd(atEnd), [atEnd, onAtEnd])
  const toEnd = useCallback(() => list.scrollToEnd(), [list])
  useImperativeHandle(handle, () => ({ toEnd }), [toEnd])
  useStayAtEnd(scroller, atEndNow, toEnd)

  const menu = useMessageMenu(rows)
  const [seen, setSeen] = useState(false)
  if (!seen && unreadIsHere && (firstUnread === -1 || (firstUnread >= startIndex && firstUnread <= endIndex)))
    setSeen(true)
  const jumpToUnread = useJumpToUnread(list, { firstUnread, unreadIsHere, loadUnread })
  useScrollTo(list, rows, target)
  const jump = async () => {
    await jumpToUnread()
    setSeen(true)
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        {...menu.press}
        ref={scroller}
        role="log"
        aria-label="Messages"
        // Announce only at the end. Elsewhere the added rows are older ones that scroll into view.
        aria-live={atEnd ? 'polite' : 'off'}
        aria-relevant="additions"
        tabIndex={0}
        className="@container flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
      >
        <div style={{ height: total }} className="relative mt-auto shrink-0">
          <div style={{ height: HEAD_HEIGHT }}>{head}</div>
          {shown.map(({ index, key, start }) => {
            const row = rows[index]
            return (
              row && (
                <div
                  key={key}
                  ref={list.measureElement}
                  data-index={index}
                  data-message={row.key}
                  style={{ transform: `translateY(${start}px)` }}
                  className="absolute inset-x-0 top-0"
                >
                  <MessageRow row={row} now={now} isSearchTarget={row.key === target?.message.id} />
                </div>
              )
            )
          })}
        </div>
      </div>
      {menu.held !== null && <MessageMenu row={menu.held} onClose={menu.close} />}
      {!seen && afterLine > 0 && <UnreadPill count={afterLine} onJump={jump} />}
      {isFar && <NewestBar count={unread} onJump={toEnd} />}
    </div>
  )
}

/** Reads the DOM, which forces a layout. */
function isScrolledToEnd(box: Element | null): boolean {
  return box !== null && box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_END
}
