// In-memory store of a conversation: loads its newest page, older pages on request, and merges changes.
import { withReopen } from '../../../db/open'
import type { Changes } from '../../../db/follow'
import type { Replica } from '../../../db/schema'
import { makeListeners } from '../../../lib/listeners'
import type { Readable } from '../../../lib/store'
import { coalesceReads, type CoalescedReads } from '../../../live/coalesced-reads'
import { threadRowsOf, messagesBefore, messagesFrom, someMessages, THREAD_TABLES, unsentOf } from '../queries'
import { inOrder, NOTHING_YET, keepUnchanged, type ThreadState, waitingOf, withRows } from '../rows/state'

export interface ThreadStore extends Readable<ThreadState> {
  /** Reads one more page of stored messages. */
  readOlder: () => Promise<void>
  reload: () => void
}

const FIRST = 60
const OLDER = 120

/** The store reads only while it has subscribers. */
export function threadStore(replica: Replica, clientId: string): ThreadStore {
  let state = NOTHING_YET
  let running: CoalescedReads | null = null
  const listeners = makeListeners()

  const publish = (next: ThreadState) => {
    // The last subscriber has left.
    if (running === null) return
    state = next
    listeners.notify()
  }
  const failed = () => publish({ ...state, is: 'failed' })

  /** One snapshot of all tables, so a message arrives at the same time as its outbox entry disappears. */
  const readState = (messagesOf: () => Promise<Pick<ThreadState, 'messages' | 'hasOlderStored'>>) =>
    withReopen(replica, () =>
      replica.transaction('r', THREAD_TABLES, async () => {
        // Read in parallel, because sequential reads would each wait for the event loop.
        const [{ messages, hasOlderStored }, unsent, threadRows] = await Promise.all([
          messagesOf(),
          unsentOf(replica, clientId),
          threadRowsOf(replica, clientId),
        ])
        const waiting = waitingOf(unsent.messages, messages)
        return {
          is: 'open' as const,
          messages,
          hasOlderStored,
          waiting,
          queuedReadId: unsent.queuedReadId,
          ...threadRows,
        }
      }),
    )
  const readFirst = async () => {
    const next = await readState(async () => {
      const messages = await messagesBefore(replica, clientId, null, FIRST)
      return { messages, hasOlderStored: messages.length === FIRST }
    })
    publish(next)
  }
  const read = async (changes: Changes) => {
    if (state.is !== 'open') return readFirst()
    const touched = changes.get('messages') ?? new Set<string>()
    const { messages, hasOlderStored } = state
    const oldest = messages[0] ?? null
    const next = await readState(async () => {
      if (touched === 'many') {
        const all = await messagesFrom(replica, clientId, hasOlderStored ? oldest : null)
        return { messages: keepUnchanged(messages, all), hasOlderStored }
      }
      const messageRows = await someMessages(replica, clientId, [...touched])
      const inWindow =
        hasOlderStored && oldest !== null
          ? messageRows.filter((row) => inOrder(row, oldest) >= 0)
          : messageRows
      return { messages: withRows(messages, touched, inWindow), hasOlderStored }
    })
    publish(next)
  }

  return {
    get: () => state,
    subscribe(notify) {
      const unsubscribe = listeners.add(notify)
      if (running === null) {
        running = coalesceReads(replica, THREAD_TABLES, read, failed)
        void running.enqueue(readFirst).catch(failed)
      }
      return () => {
        unsubscribe()
        if (listeners.count() > 0) return
        running?.stop()
        running = null
        // Release the messages, because Dexie keeps a reference to the last query and so to this store.
        state = NOTHING_YET
      }
    },
    async readOlder() {
      await running?.enqueue(async () => {
        const { messages } = state
        const older = await withReopen(replica, () =>
          messagesBefore(replica, clientId, messages[0] ?? null, OLDER),
        )
        publish({ ...state, messages: [...older, ...messages], hasOlderStored: older.length === OLDER })
      })
    },
    reload() {
      publish({ ...state, is: 'loading' })
      void running?.enqueue(readFirst).catch(failed)
    },
  }
}
