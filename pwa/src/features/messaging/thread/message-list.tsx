// The messages of a conversation: only those in view are in the page, the place in it is kept whatever comes or loads.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useCallback, useDeferredValue, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'

import { useMinute } from '../../../ui/hooks/use-now'
import { boxOf, hasPreview, lookOf } from '../files/rules'
import { NewestPill, UnreadPill } from './jump-pills'
import { MessageMenu } from '../message/menu'
import { MessageRow } from '../message/row'
import type { Row } from './rows'
import { useMessageMenu } from '../message/use-menu'

export interface ListHandle {
  toEnd: () => void
}

type MessageListProps = {
  rows: readonly Row[]
  /** Stands above the oldest message; its height never changes. */
  head: ReactNode
  /** Called while the oldest messages are near. */
  onNearStart: () => void
  /** Whether the newest message is in view. */
  onAtEnd: (atEnd: boolean) => void
  /** Messages of the other side after the unread line, of which some may not be loaded yet. */
  afterLine: number
  /** Those of them that are still unread. */
  unread: number
  /** The first unread message is among the rows; otherwise it is further up. */
  unreadIsHere: boolean
  /** Loads until the first unread message is stored here; false where that cannot be had. */
  loadUnread: () => Promise<boolean>
  /** A message to lead to, as soon as it is among the rows; a new object each time. */
  target: { message: { id: string } } | null
  /** Whether older messages exist that are not among the rows. */
  hasOlder: boolean
  handle: RefObject<ListHandle | null>
}

const HEAD_HEIGHT = 72
/** This near to the end counts as at the end, in px. */
const NEAR_END = 48
const NEAR_START = 12
/** Older messages only come while the person is among so many of the oldest rows. */
const HIGH = 400
const OVERSCAN = 4
/** The part of the window the list has, as a guess before it is laid out. */
const GUESS = 0.7
/** Of a figure that a message asks about. */
const CARD_HEIGHT = 92
/** Below the newest message. */
const FOOT_HEIGHT = 12

export function MessageList({ rows, head, onNearStart, onAtEnd, afterLine, unread, unreadIsHere, loadUnread, target, hasOlder, handle }: MessageListProps) {
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
    // The first picture has what is seen, the next one the rest: half the work in one go.
    overscan: useDeferredValue(OVERSCAN, 0),
    paddingStart: HEAD_HEIGHT,
    paddingEnd: FOOT_HEIGHT,
    // Keeps the place when older messages come above; costs a walk through all rows for each one measured.
    anchorTo: atEnd || (hasOlder && high) ? 'end' : 'start',
    followOnAppend: true,
    // Drawn in a task of their own, not inside the event that tells of a scroll or of a height.
    useFlushSync: false,
    scrollEndThreshold: NEAR_END,
    // A guess, so that the first rows are drawn without laying out an empty list for its height before.
    initialRect: { width: 0, height: window.innerHeight * GUESS },
    initialOffset: () => guessedOffset(rows, opensAt),
    onChange(instance) {
      const size = instance.scrollRect?.height ?? 0
      // Its own isAtEnd asks the page, which has to be laid out for the answer: with each row that is measured.
      const left = instance.getTotalSize() - (instance.scrollOffset ?? 0) - size
      // The box gets lower when the keyboard or a longer draft comes: who was at the end stays there.
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

  // `followOnAppend` sees only a new last row; messages also come above ours that still wait, however many those are.
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
  useImperativeHandle(handle, () => ({ toEnd: () => list.scrollToEnd() }), [list])

  const menu = useMessageMenu(rows)
  const [seen, setSeen] = useState(false)
  if (!seen && unreadIsHere && (firstUnread === -1 || (firstUnread >= startIndex && firstUnread <= endIndex))) setSeen(true)
  const jumping = useRef(false)
  // After every render, because what was loaded is drawn a little later.
  useEffect(() => {
    if (!jumping.current || !unreadIsHere) return
    jumping.current = false
    if (firstUnread !== -1) list.scrollToIndex(firstUnread, { align: 'start' })
  })
  const led = useRef(target)
  // As above.
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
        // At the end only what comes in is added; elsewhere it is older rows that scroll into view.
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
                  <MessageRow row={row} now={now} isFound={row.key === target?.message.id} />
                </div>
              )
            )
          })}
        </div>
      </div>
      {menu.held !== null && <MessageMenu row={menu.held} onClose={menu.close} />}
      {!seen && afterLine > 0 && <UnreadPill count={afterLine} onJump={jump} />}
      {!atEnd && <NewestPill count={unread} onJump={() => list.scrollToEnd()} />}
    </div>
  )
}

/** Where the list opens: with row `opensAt` on top, or at its end. */
function guessedOffset(rows: readonly Row[], opensAt: number): number {
  const above = (opensAt > 0 ? rows.slice(0, opensAt) : rows).reduce((sum, row) => sum + estimate(row), HEAD_HEIGHT)
  return Math.max(0, opensAt > 0 ? above : above + FOOT_HEIGHT - window.innerHeight * GUESS)
}

/** A guess at a row's height in px, before it is measured. */
function estimate(row: Row | undefined): number {
  if (row === undefined) return 40
  const lines = linesOf(row.content)
  const card = row.card === null ? 0 : CARD_HEIGHT
  return 14 + card + lines * 22 + fileHeight(row) + (row.startsGroup ? 12 : 3) + (row.showsName ? 18 : 0) + (row.startsDay ? 44 : 0) + (row.isFirstUnread ? 28 : 0)
}

/** Without cutting the text up: ten thousand of them are guessed again and again. */
function linesOf(text: string): number {
  let lines = 0
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start)
    const length = (end === -1 ? text.length : end) - start
    lines += Math.max(1, Math.ceil(length / 64))
    start += length + 1
  }
  return lines
}

function fileHeight({ file }: Row): number {
  if (file === null) return 0
  const card = file.is === 'kept' && lookOf(file.type) === 'picture' ? 0 : 64
  return card + (file.is === 'kept' && hasPreview(file.type) ? boxOf(file.width, file.height).height + 8 : 0)
}
