// Hook that loads the messages of a conversation that this device does not store. They stay in memory.
import { useCallback, useMemo, useState } from 'react'

import type { ChatMessageRow } from '../../../db/rows/bots'
import { onResponse } from '../../../lib/time/slow-response'
import { useLive, useSyncStatus } from '../../../live/live'
import { type Outcome, readMessages } from '../mutations'
import { storeWhole, type useConversation } from '../queries'
import { PAGE } from '../remote'

export interface OlderMessages {
  /**
   * `start`: all messages are here. `waiting`: the first load or the connection is not ready yet. `offline`: older
   * ones may exist, and need a connection.
   */
  is: 'start' | 'waiting' | 'idle' | 'loading' | 'failed' | 'offline'
  /** Loads one more page. */
  load: () => void
}

/** What the server has sent since the stream's first load `load`. */
interface Loaded {
  load: string | null
  /** Newest page first. */
  rows: readonly ChatMessageRow[]
  /** The time of the oldest row; null before the first page. */
  before: string | null
  atStart: boolean
}

const NOTHING: Loaded = { load: null, rows: [], before: null, atStart: false }
const LATE = { is: 'failed', code: 'no-answer', message: '' } as const

/** The messages, oldest first; undefined until the stored ones are loaded. */
export function useMessages(
  botId: string,
  view: ReturnType<typeof useConversation>,
): { messages: ChatMessageRow[] | undefined; older: OlderMessages } {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const stored = view.is === 'ready' ? view : undefined
  const { messages: storedMessages, removed } = stored ?? {}
  const current = stored?.load ?? null
  const [all, setLoaded] = useState(NOTHING)
  // After another first load, the stored window and the server's rows may differ from those of before.
  const loaded = all.load === current ? all : NOTHING
  const [busy, setBusy] = useState<'idle' | 'loading' | 'failed'>('idle')
  const messages = useMemo(
    () => (storedMessages && removed ? merged(storedMessages, loaded.rows, removed) : undefined),
    [storedMessages, loaded.rows, removed],
  )
  const isOnline = link.is === 'live' || link.is === 'catching-up'
  const isComplete = stored?.isWhole === true || loaded.atStart
  const load = useCallback(() => {
    if (stored === undefined || current === null || isComplete || !isOnline) return
    setBusy('loading')
    const ids = new Set(stored.messages.map(({ id }) => id))
    onResponse<Outcome<Loaded>>(
      olderThan(botId, { ...loaded, load: current }, ids),
      (outcome) => {
        setBusy(outcome.is === 'done' ? 'idle' : 'failed')
        if (outcome.is === 'failed') return
        setLoaded(outcome.value)
        if (outcome.value.atStart && outcome.value.rows.every(({ id }) => ids.has(id)))
          void storeWhole(replica, botId, current).catch(() => undefined)
      },
      LATE,
    )
  }, [replica, botId, stored, current, loaded, isComplete, isOnline])
  const is = isComplete
    ? 'start'
    : current !== null && isOnline
      ? busy
      : isOnline || link.is === 'connecting'
        ? 'waiting'
        : 'offline'
  return { messages, older: { is, load } }
}

/**
 * Reads pages until one has a row that is not stored, or until the start. It begins with the newest page, because
 * rows may be missing between stored ones too: a rating stores its message, however old it is.
 */
async function olderThan(
  botId: string,
  { load, rows, before }: Loaded,
  stored: ReadonlySet<string>,
): Promise<Outcome<Loaded>> {
  for (;;) {
    const outcome = await readMessages(botId, before)
    if (outcome.is === 'failed') return outcome
    const page = outcome.value
    rows = [...rows, ...page]
    before = page[0]?.created_at ?? before
    const atStart = page.length < PAGE
    if (atStart || page.some(({ id }) => !stored.has(id)))
      return { is: 'done', value: { load, rows, before, atStart } }
  }
}

/** The stored rows and those of `loaded` that are neither stored nor removed, in the order of a conversation. */
function merged(
  stored: ChatMessageRow[],
  loaded: readonly ChatMessageRow[],
  removed: ReadonlySet<string>,
): ChatMessageRow[] {
  const ids = new Set(stored.map(({ id }) => id))
  const others = loaded.filter(({ id }) => !ids.has(id) && !removed.has(id))
  if (others.length === 0) return stored
  return [...stored, ...others].sort((a, b) =>
    a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1,
  )
}
