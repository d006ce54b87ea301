// The body of a conversation, between header and composer: its messages, or why there are none.
import { CloudOff, MessagesSquare } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'

import type { MessageRow, Side } from '../../../db/rows/rows'
import { PRODUCT_NAME } from '../../../lib/product'
import { useLive, useSyncStatus } from '../../../live/live'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'
import { type ListHandle, MessageList } from './list/message-list'
import { markRead } from '../mutations'
import { OlderHead } from './list/older-messages'
import { rowMaker } from './rows/rows'
import { ThreadSkeleton } from './list/skeleton'
import { countAfter, followUnread, newestOfOthers, readUpTo } from './rows/unread'
import { usePageFocus } from './use-page-focus'
import { type ThreadView, useOlder } from './use-thread'

type ThreadBodyProps = {
  view: ThreadView
  clientId: string
  side: Side
  list: RefObject<ListHandle | null>
  /** Messages sent since mount. A new one clears the unread line, because a user who answers has read. */
  sent: number
  /** The message to scroll to. A new object scrolls again. */
  target: { message: MessageRow } | null
  onLead: (lead: Lead) => void
}

/** State of a jump to a search match: its page is loading, is loaded, or cannot be loaded. */
export type Lead = 'coming' | 'there' | 'lost'

export function ThreadBody(props: ThreadBodyProps) {
  const { presence, state, retry } = props.view
  const { side } = props
  if (presence === 'coming') return <ThreadSkeleton />
  if (state.messages.length + state.waiting.length > 0) {
    return <Messages {...props} />
  }
  if (presence === 'failed') {
    return (
      <div className="flex-1 p-4">
        <LoadError onRetry={retry}>Error loading messages. Please try again later.</LoadError>
      </div>
    )
  }
  if (presence === 'elsewhere') {
    return (
      <EmptyState
        icon={<CloudOff size={22} aria-hidden="true" />}
        title="Not on this device"
        className="flex-1"
      >
        This conversation is not on this device yet. It opens when you are online.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<MessagesSquare size={22} aria-hidden="true" />}
      title="No messages yet"
      className="flex-1"
    >
      {side === 'client'
        ? 'Ask about your results, your reports or your plan. Real people reply here.'
        : `Write the first message to ${state.client?.contact_name ?? 'this client'}.`}
    </EmptyState>
  )
}

function Messages({ view, clientId, side, list, sent, target, onLead }: ThreadBodyProps) {
  const { sync, userId } = useLive()
  const { name, link } = useSyncStatus()
  const { state, presence } = view
  const { messages, waiting, thread, client } = state
  const { older, load } = useOlder(view, clientId)
  const [atEnd, setAtEnd] = useState(false)
  const watching = usePageFocus() && atEnd

  const newest = newestOfOthers(messages, side)
  const newestAt = newest?.created_at ?? null
  const readTo = readUpTo(thread, side, state.reading, messages)
  const [line, setLine] = useState({ since: readTo, newest: newestAt })
  const [unreadBefore] = useState((side === 'client' ? thread?.client_unread : thread?.provider_unread) ?? 0)
  const [sentBefore, setSentBefore] = useState(sent)
  const next = followUnread(line, newestAt, watching)
  if (sent !== sentBefore) {
    // A user who answers has read everything, so remove the unread line.
    setSentBefore(sent)
    setLine({ since: newestAt, newest: newestAt })
  } else if (next !== line) setLine(next)

  const unreadId = newest !== undefined && (readTo === null || newest.created_at > readTo) ? newest.id : null
  useEffect(() => {
    // Best effort: the next message triggers another attempt.
    if (watching && unreadId !== null) void markRead(sync, clientId, unreadId).catch(() => undefined)
  }, [watching, unreadId, sync, clientId])

  const otherName = side === 'client' ? PRODUCT_NAME : (client?.contact_name ?? '')
  const rowsOf = useMemo(() => rowMaker({ side, userId, name, otherName }), [side, userId, name, otherName])
  const rows = useMemo(
    () => rowsOf(messages, waiting, thread, line.since),
    [rowsOf, messages, waiting, thread, line.since],
  )
  const atStart = older === 'start'
  const isHere = useCallback(
    (since: string | null, oldest: string | undefined) =>
      atStart || (since !== null && oldest !== undefined && oldest <= since),
    [atStart],
  )
  const { store } = view
  const loadTo = useCallback(
    async (since: string | null) => {
      for (;;) {
        if (isHere(since, store.get().messages[0]?.created_at)) return true
        const outcome = await load()
        if (outcome !== 'idle') return outcome === 'start'
      }
    },
    [isHere, store, load],
  )
  const lead = useEffectEvent(async (at: string, isCurrent: () => boolean) => {
    onLead('coming')
    const isThere = await loadTo(at)
    if (isCurrent()) onLead(isThere ? 'there' : 'lost')
  })
  useEffect(() => {
    if (target === null) return
    let isActive = true
    void lead(target.message.created_at, () => isActive)
    return () => {
      isActive = false
    }
  }, [target])
  const afterLine = countAfter(messages, side, line.since)
  return (
    <>
      {presence === 'elsewhere' && (
        <p className="px-4 pt-4 text-center text-sm text-ink-3">
          This conversation is not on this device yet. It opens when you are online.
        </p>
      )}
      <MessageList
        rows={rows}
        head={
          presence === 'here' && (
            <OlderHead
              older={older}
              offline={link.is === 'offline'}
              withName={side === 'client' ? `the ${PRODUCT_NAME} team` : (client?.company_name ?? '')}
              onRetry={() => void load()}
            />
          )
        }
        onNearStart={useCallback(() => {
          if (older === 'idle') void load()
        }, [older, load])}
        onAtEnd={setAtEnd}
        afterLine={afterLine === 0 ? 0 : Math.max(afterLine, unreadBefore)}
        unread={countAfter(messages, side, readTo)}
        unreadIsHere={isHere(line.since, messages[0]?.created_at)}
        loadUnread={() => loadTo(line.since)}
        target={target}
        hasOlder={!atStart}
        handle={list}
      />
    </>
  )
}
