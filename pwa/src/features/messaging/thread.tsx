// One conversation: its messages, what is unread in it, and the place to write.
import { CloudOff, MessagesSquare, Paperclip } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { Side } from '../../db/rows'
import { PRODUCT_NAME } from '../../lib/product'
import { useLive, useSyncStatus } from '../../live/live'
import { useIsHere } from '../../live/use-passing'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { useDrop } from '../../ui/use-drop'
import { Composer } from './composer'
import { type ListHandle, MessageList } from './message-list'
import { markRead } from './mutations'
import { OlderHead } from './older-head'
import { ThreadHeader } from './thread-header'
import { rowsOf } from './thread-rows'
import { ThreadSkeleton } from './thread-skeleton'
import { countAfter, followUnread, newestOfOthers, readUpTo } from './unread'
import { useAttention } from './use-attention'
import { TypingLine } from './typing-line'
import { UnknownClient } from './unknown-client'
import { useDraftFiles } from './use-draft-files'
import { type ThreadView, useOlder, useThread } from './use-thread'

type ThreadProps = {
  clientId: string
  side: Side
  field: RefObject<HTMLTextAreaElement | null>
  onBack: () => void
  /** Esc in the field. */
  onLeave: () => void
}

/** Mounted anew for each conversation (by key). */
export function Thread({ clientId, side, field, onBack, onLeave }: ThreadProps) {
  const view = useThread(clientId)
  const { client } = view.state
  const { link } = useSyncStatus()
  const isHere = useIsHere(clientId)
  const list = useRef<ListHandle>(null)
  const files = useDraftFiles(clientId)
  const { isOver, handlers } = useDrop(files.add)
  const [sent, setSent] = useState(0)
  const signedOut = link.is === 'signed-out' || view.state.waiting.some((entry) => entry.state === 'waiting-for-sign-in')
  const pending = side === 'admin' && client?.user_id === null
  if (view.presence === 'unknown') return <UnknownClient onBack={onBack} />
  return (
    <section {...handlers} aria-label="Conversation" className="relative flex min-h-0 min-w-0 flex-1 flex-col bg-canvas">
      {isOver && <DropHere />}
      {side === 'admin' && <ThreadHeader client={client} isHere={isHere} onBack={onBack} />}
      <Body view={view} clientId={clientId} side={side} list={list} sent={sent} />
      {signedOut && <Alert className="mx-3 mb-2">Not authenticated. Please sign in.</Alert>}
      {pending && (
        <p className="shrink-0 px-4 pb-2 text-center text-sm text-balance text-ink-3">
          {client.company_name} has not signed up yet. What you write is delivered when they do.
        </p>
      )}
      <TypingLine clientId={clientId} side={side} />
      <Composer
        clientId={clientId}
        placeholder={side === 'admin' ? `Message ${client?.company_name ?? ''}` : 'Write a message'}
        field={field}
        files={files}
        onSent={() => {
          setSent((before) => before + 1)
          list.current?.toEnd()
        }}
        onLeave={onLeave}
      />
    </section>
  )
}

function DropHere() {
  return (
    <div className="pointer-events-none absolute inset-0 z-10 flex flex-col items-center justify-center gap-2 border border-primary-line bg-primary-soft text-primary-ink">
      <Paperclip size={28} aria-hidden="true" />
      <p className="text-base font-medium">Drop files to attach them</p>
      <p className="text-sm">PDF, Word, Excel, pictures, text or ZIP, up to 100 MB</p>
    </div>
  )
}

type BodyProps = { view: ThreadView; clientId: string; side: Side; list: RefObject<ListHandle | null>; sent: number }

function Body({ view, clientId, side, list, sent }: BodyProps) {
  const { presence, state, retry } = view
  if (presence === 'coming') return <ThreadSkeleton />
  if (presence === 'failed') {
    return (
      <div className="flex-1 p-4">
        <Alert
          action={
            <Button size="sm" onClick={retry}>
              Retry
            </Button>
          }
        >
          Error loading messages. Please try again later.
        </Alert>
      </div>
    )
  }
  if (state.messages.length + state.waiting.length > 0) {
    return <Messages view={view} clientId={clientId} side={side} list={list} sent={sent} />
  }
  if (presence === 'elsewhere') {
    return (
      <EmptyState icon={<CloudOff size={22} aria-hidden="true" />} title="Not on this device" className="flex-1">
        This conversation is not on this device yet. It opens when you are online.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<MessagesSquare size={22} aria-hidden="true" />} title="No messages yet" className="flex-1">
      {side === 'client'
        ? 'Ask about your results, your reports or your plan. A person answers here.'
        : `Write the first message to ${state.client?.contact_name ?? 'this client'}.`}
    </EmptyState>
  )
}

function Messages({ view, clientId, side, list, sent }: BodyProps) {
  const { sync, userId } = useLive()
  const { name, link } = useSyncStatus()
  const { state, presence } = view
  const { messages, waiting, thread, client } = state
  const { older, load } = useOlder(view, clientId)
  const [atEnd, setAtEnd] = useState(false)
  const watching = useAttention() && atEnd

  const newest = newestOfOthers(messages, side)
  const newestAt = newest?.created_at ?? null
  const readTo = readUpTo(thread, side, state.reading, messages)
  const [line, setLine] = useState({ since: readTo, newest: newestAt })
  const [unreadBefore] = useState((side === 'client' ? thread?.client_unread : thread?.provider_unread) ?? 0)
  const [sentBefore, setSentBefore] = useState(sent)
  const next = followUnread(line, newestAt, watching)
  if (sent !== sentBefore) {
    // Who answers has read: the line goes.
    setSentBefore(sent)
    setLine({ since: newestAt, newest: newestAt })
  } else if (next !== line) setLine(next)

  const unreadId = newest !== undefined && (readTo === null || newest.created_at > readTo) ? newest.id : null
  useEffect(() => {
    // Best effort: it is asked again with the next message.
    if (watching && unreadId !== null) void markRead(sync, clientId, unreadId).catch(() => undefined)
  }, [watching, unreadId, sync, clientId])

  const otherName = side === 'client' ? PRODUCT_NAME : (client?.contact_name ?? '')
  const rows = useMemo(
    () => rowsOf(messages, waiting, thread, { side, userId, name, otherName }, line.since),
    [messages, waiting, thread, side, userId, name, otherName, line.since],
  )
  const atStart = older === 'start'
  const isHere = useCallback(
    (since: string | null, oldest: string | undefined) => atStart || (since !== null && oldest !== undefined && oldest <= since),
    [atStart],
  )
  const loadUnread = async () => {
    for (;;) {
      if (isHere(line.since, view.store.get().messages[0]?.created_at)) return true
      const outcome = await load()
      if (outcome !== 'idle') return outcome === 'start'
    }
  }
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
        loadUnread={loadUnread}
        hasOlder={!atStart}
        handle={list}
      />
    </>
  )
}
