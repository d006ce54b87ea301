// Scrolls a message list to its first unread message, or to the message that a search has found.
import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'

import type { Row } from '../../rows/row'

type List = Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>

type Unread = {
  /** The index of the first unread row; -1 if there is none. */
  firstUnread: number
  /** Whether that row is in view. */
  isInView: boolean
  isUnreadLoaded: boolean
  loadUnread: () => Promise<boolean>
}

interface UnreadPillState {
  /** The user has seen the first unread message, so the button that scrolls to it is no longer needed. */
  isDone: boolean
  /** Loads the first unread message and scrolls to it. */
  jump: () => Promise<void>
}

export function useUnreadPill(
  list: List,
  { firstUnread, isInView, isUnreadLoaded, loadUnread }: Unread,
): UnreadPillState {
  const [isDone, setDone] = useState(false)
  if (!isDone && isUnreadLoaded && (firstUnread === -1 || isInView)) setDone(true)
  const isJumping = useRef(false)
  // Runs after every render, because loaded messages are rendered a little later.
  useEffect(() => {
    if (!isJumping.current || !isUnreadLoaded) return
    isJumping.current = false
    if (firstUnread !== -1) list.scrollToIndex(firstUnread, { align: 'start' })
  })
  const jump = async () => {
    isJumping.current = await loadUnread()
    if (isJumping.current) setDone(true)
  }
  return { isDone, jump }
}

/** Scrolls to `target` once it is among the rows. A new object scrolls again. */
export function useScrollTo(
  list: List,
  rows: readonly Row[],
  target: { message: { id: string } } | null,
): void {
  const lastTarget = useRef(target)
  // Runs after every render, because loaded messages are rendered a little later.
  useEffect(() => {
    if (lastTarget.current === target) return
    const index = target === null ? -1 : rows.findIndex((row) => row.key === target.message.id)
    if (target !== null && index === -1) return
    lastTarget.current = target
    if (index !== -1) list.scrollToIndex(index, { align: 'center' })
  })
}
