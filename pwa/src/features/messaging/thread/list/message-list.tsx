// Virtualized message list of a conversation. It keeps its scroll position when messages arrive or load.
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'

import { useMinute } from '../../../../ui/hooks/use-now'
import { NewestBar, UnreadPill } from './jump-pills'
import { MessageMenu } from '../../message/menu'
import { MessageRow } from '../../message/row'
import type { Row } from '../../rows/row'
import { HEAD_HEIGHT } from '../../rows/row-heights'
import { useScrollTo, useUnreadPill } from './use-jumps'
import { useMessageVirtualizer } from './use-message-virtualizer'
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
  isUnreadLoaded: boolean
  /** Loads older pages until the first unread message is here. Resolves to false if that fails. */
  loadUnread: () => Promise<boolean>
  /** The message to scroll to once it is among the rows. A new object scrolls again. */
  target: { message: { id: string } } | null
  /** Whether older messages exist that are not among the rows. */
  hasOlder: boolean
  handle: RefObject<ListHandle | null>
}

/** Older messages load while the view is within this many rows of the oldest one. */
const NEAR_START = 12

export function MessageList({
  rows,
  head,
  onNearStart,
  onAtEnd,
  afterLine,
  unread,
  isUnreadLoaded,
  loadUnread,
  target,
  hasOlder,
  handle,
}: MessageListProps) {
  const now = useMinute()
  const scroller = useRef<HTMLDivElement>(null)
  const firstUnread = rows.findIndex((row) => row.isFirstUnread)
  const [opensAt] = useState(isUnreadLoaded ? firstUnread : -1)
  const { list, atEnd, isFarFromEnd, toEnd } = useMessageVirtualizer(scroller, rows, opensAt, hasOlder)
  const shown = list.getVirtualItems()
  const { startIndex, endIndex } = list.range ?? { startIndex: 0, endIndex: 0 }
  const isNearStart = rows.length > 0 && startIndex < NEAR_START
  useEffect(() => {
    if (isNearStart) onNearStart()
  }, [isNearStart, onNearStart, rows.length])
  useEffect(() => onAtEnd(atEnd), [atEnd, onAtEnd])
  useImperativeHandle(handle, () => ({ toEnd }), [toEnd])

  const menu = useMessageMenu(rows)
  const isInView = firstUnread >= startIndex && firstUnread <= endIndex
  const pill = useUnreadPill(list, { firstUnread, isInView, isUnreadLoaded, loadUnread })
  useScrollTo(list, rows, target)

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
      {menu.pressed !== null && <MessageMenu row={menu.pressed} onClose={menu.close} />}
      {!pill.isDone && afterLine > 0 && <UnreadPill count={afterLine} onJump={pill.jump} />}
      {isFarFromEnd && <NewestBar count={unread} onJump={toEnd} />}
    </div>
  )
}
