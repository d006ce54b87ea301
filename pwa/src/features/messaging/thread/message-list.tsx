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

import { useMinute } from '../../../ui/hooks/use-now'
import { boxOf, hasPreview, kindOf } from '../files/rules'
import { NewestPill, UnreadPill } from './jump-pills'
import { MessageMenu } from '../message/menu'
import { MessageRow } from '../message/row'
import type { Row } from './row'
import { useStayAtEnd } from './use-stay-at-end'
import { useMessageMenu } from '../message/use-menu'

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

const HEAD_HEIGHT = 72
/** This near to the end counts as at the end, in px. */
const NEAR_END = 48
const NEAR_START = 12
/** Older messages load only while the view is within this many of the oldest rows. */
const HIGH = 400
const OVERSCAN = 4
/** Estimated share of the window's height that the list has, before it is laid out. */
const GUESS = 0.7
/** Height of the figure that a message asks about. */
const CARD_HEIGHT = 92
/** Space below the newest message. */
const FOOT_HEIGHT = 12

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
  const [atEnd, setAtEnd] = useState(true)
  const atEndNow = useRef(atEnd)
  useEffect(() => {
    atEndNow.current = atEnd
  }, [atEnd])
  const [high, setHigh] = useState(false)
  const height = useRef(0)
  const firstUnread = rows.findIndex((row) => row.isFirstUnread)
  const [opensAt] = useState(unreadIsHere ? firstUnread : -1)
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
      const size = instance.scrollRect?.height ?? 0
      // The virtualizer's isAtEnd reads the DOM, which forces a layout for each measured row.
      const left = instance.getTotalSize() - (instance.scrollOffset ?? 0) - size
      // A keyboard or a longer draft shrinks the list. Stay at the end if the user was there.
      if (size !== height.current && height.current > 0 && atEnd) instance.scrollToEnd()
      else setAtEnd(left <= NEAR_END)
      height.current = size
      setHigh((instance.range?.startIndex ?? 0) < HIGH)
    },
  })

  useLayoutEffect(() => {
    if (opensAt > 0) list.scrollToIndex(opensAt, { align: 'start' })
    else list.scrollToEnd()
  }, [list, opensAt])

  // `followOnAppend` sees only a new last row, but messages also arrive above the user's own waiting ones.
  const [last, newest] = [rows.at(-1)?.key, rows.findLast((row) => row.message !== null)?.key]
  useLayoutEffect(() => {
    if (atEndNow.current) list.scrollToEnd()
  }, [list, last, newest])

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
  const jumping = useRef(false)
  // Runs after every render, because loaded messages are rendered a little later.
  useEffect(() => {
    if (!jumping.current || !unreadIsHere) return
    jumping.current = false
    if (firstUnread !== -1) list.scrollToIndex(firstUnread, { align: 'start' })
  })
  const led = useRef(target)
  // Runs after every render for the same reason.
  useEffect(() => {
    if (led.current === target) return
    const index = target === null ? -1 : rows.findIndex((row) => row.key === target.message.id)
    if (target !== null && index === -1) return
    led.current = target
    if (index !== -1) list.scrollToIndex(index, { align: 'center' })
  })
  const jump = async () => {
    jumping.current = await loadUnread()
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
        <div style={{ height: list.getTotalSize() }} className="relative mt-auto shrink-0">
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
      {!atEnd && <NewestPill count={unread} onJump={toEnd} />}
    </div>
  )
}

/** Estimated initial offset in px: row `opensAt` at the top, or the end of the list. */
function guessedOffset(rows: readonly Row[], opensAt: number): number {
  const above = (opensAt > 0 ? rows.slice(0, opensAt) : rows).reduce(
    (sum, row) => sum + estimate(row),
    HEAD_HEIGHT,
  )
  return Math.max(0, opensAt > 0 ? above : above + FOOT_HEIGHT - window.innerHeight * GUESS)
}

/** Estimated height of a row in px, before it is measured. */
function estimate(row: Row | undefined): number {
  if (row === undefined) return 40
  const lines = linesOf(row.content)
  const card = row.card === null ? 0 : CARD_HEIGHT
  return (
    14 +
    card +
    lines * 22 +
    fileHeight(row) +
    (row.startsGroup ? 12 : 3) +
    (row.showsName ? 18 : 0) +
    (row.startsDay ? 44 : 0) +
    (row.isFirstUnread ? 28 : 0)
  )
}

/** Does not split the text, because the heights of ten thousand rows are estimated repeatedly. */
function linesOf(text: string): number {
  let lines = 0
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('\n', start)
    const length = (end === -1 ? text.length : end) - start
    lines += Math.max(1, Math.ceil(length / 64))
    start += length + 1
  }
  return lines
}

function fileHeight({ file }: Row): number {
  if (file === null) return 0
  const card = file.is === 'kept' && kindOf(file.type) === 'picture' ? 0 : 64
  return card + (file.is === 'kept' && hasPreview(file.type) ? boxOf(file.width, file.height).height + 8 : 0)
}
