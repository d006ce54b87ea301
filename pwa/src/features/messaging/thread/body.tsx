// The body of a conversation, between header and composer: its messages, or the reason for their absence.
import { CloudOff, MessagesSquare } from 'lucide-react'
import { type RefObject, useCallback, useMemo, useState } from 'react'

import type { MessageRow, Role } from '../../../db/rows/messages'
import { PRODUCT_NAME } from '../../../lib/product'
import { useLive, useSyncStatus } from '../../../live/live'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'
import { type ListHandle, MessageList } from './list/message-list'
import { OlderHead } from './list/older-messages'
import { rowMaker } from '../rows/rows'
import { ThreadSkeleton } from './list/skeleton'
import { usePageFocus } from './use-page-focus'
import type { JumpState } from '../search/use-search'
import { useLoadTarget, useOlder } from './use-older'
import type { ThreadView } from './use-thread'
import { useUnreadLine } from './use-unread-line'

type ThreadBodyProps = {
  view: ThreadView
  clientId: string
  viewerRole: Role
  list: RefObject<ListHandle | null>
  /** Messages sent since mount. A new one clears the unread line, because a user who answers has read. */
  sent: number
  /** The message to scroll to. A new object scrolls again. */
  target: { message: MessageRow } | null
  onJumpState: (state: JumpState) => void
}

export function ThreadBody(props: ThreadBodyProps) {
  const { availability, state, retry } = props.view
  const { viewerRole } = props
  if (availability === 'loading') return <ThreadSkeleton />
  if (state.messages.length + state.waiting.length > 0) {
    return <Messages {...props} />
  }
  if (availability === 'failed') {
    return (
      <div className="flex-1 p-4">
        <LoadError onRetry={retry}>Error loading messages. Please try again later.</LoadError>
      </div>
    )
  }
  if (availability === 'not-stored') {
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
      {viewerRole === 'client'
        ? 'Ask about your results, your reports or your plan. Real people reply here.'
        : `Write the first message to ${state.client?.contact_name ?? 'this client'}.`}
    </EmptyState>
  )
}

function Messages({ view, clientId, viewerRole, list, sent, target, onJumpState }: ThreadBodyProps) {
  const { userId } = useLive()
  const { name, link } = useSyncStatus()
  const { state, availability } = view
  const { messages, waiting, thread, client } = state
  const { older, load, hasAllAfter, loadTo } = useOlder(view, clientId)
  const [atEnd, setAtEnd] = useState(false)
  const isWatching = usePageFocus() && atEnd
  const { since, afterLine, unread } = useUnreadLine(clientId, viewerRole, state, sent, isWatching)
  useLoadTarget(target, loadTo, onJumpState)

  const otherName = viewerRole === 'client' ? PRODUCT_NAME : (client?.contact_name ?? '')
  const rowsOf = useMemo(
    () => rowMaker({ role: viewerRole, userId, name, otherName }),
    [viewerRole, userId, name, otherName],
  )
  const rows = useMemo(
    () => rowsOf(messages, waiting, thread, since),
    [rowsOf, messages, waiting, thread, since],
  )
  return (
    <>
      {availability === 'not-stored' && (
        <p className="px-4 pt-4 text-center text-sm text-ink-3">
          This conversation is not on this device yet. It opens when you are online.
        </p>
      )}
      <MessageList
        rows={rows}
        head={
          availability === 'stored' && (
            <OlderHead
              older={older}
              isOffline={link.is === 'offline'}
              otherName={viewerRole === 'client' ? `the ${PRODUCT_NAME} team` : (client?.company_name ?? '')}
              onRetry={() => void load()}
            />
          )
        }
        onNearStart={useCallback(() => {
          if (older === 'idle') void load()
        }, [older, load])}
        onAtEnd={setAtEnd}
        afterLine={afterLine}
        unread={unread}
        isUnreadLoaded={hasAllAfter(since, messages[0]?.created_at)}
        loadUnread={() => loadTo(since)}
        target={target}
        hasOlder={older !== 'start'}
        handle={list}
      />
    </>
  )
}
