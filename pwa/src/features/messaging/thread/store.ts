// In-memory store of a conversation: loads its newest page, older pages on request, and merges changes.
import { healing } from '../../../db/open'
import type { Changes } from '../../../db/follow'
import type { Replica } from '../../../db/schema'
import type { Readable } from '../../../lib/store'
import { keepUp, type KeepUp } from '../../../live/coalesced-reads'
import { factsOf, messagesBefore, messagesFrom, someMessages, THREAD_TABLES, unsentOf } from '../queries'
import { inOrder, NOTHING_YET, sameWhereEqual, type ThreadState, waitingOf, withRows } from './state'

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
  let running: KeepUp | null = null
  const watchers = new Set<() => void>()

  const publish = (next: ThreadState) => {
    // The last subscriber has left.
    if (running === null) return
    state = next
    for (const tell of [...watchers]) tell()
  }
  const failed = () => publish({ ...state, is: 'failed' })

  /** One snapshot of all tables, so a message arrives at the same time as its outbox entry disappears. */
  const look = (messagesOf: () => Promise<Pick<ThreadState, 'messages' | 'olderStored'>>) =>
    healing(replica, () =>
      replica.transaction('r', THREAD_TABLES, async () => {
        // Read in parallel, because sequential reads would each wait for the event loop.
        const [{ messages, olderStored }, unsent, facts] = await Promise.all([messagesOf(), unsentOf(replica, clientId), factsOf(replica, clientId)])
        const waiting = waitingOf(unsent.messages, messages)
        return { is: 'open' as const, messages, olderStored, waiting, reading: unsent.reading, ...facts }
      }),
    )
  const readFirst = async () => {
    const next = await look(async () => {
      const messages = await messagesBefore(replica, clientId, null, FIRST)
      return { messages, olderStored: messages.length === FIRST }
    })
    publish(next)
  }
  const read = async (changes: Changes) => {
    if (state.is !== 'open') return readFirst()
    const touched = changes.get('messages') ?? new Set<string>()
    const { messages, olderStored } = state
    const oldest = messages[0] ?? null
    const next = await look(async () => {
      if (touched === 'many') {
        const all = await messagesFrom(replica, clientId, olderStored ? oldest : null)
        return { messages: sameWhereEqual(messages, all), olderStored }
      }
      const found = await someMessages(replica, clientId, [...touched])
      const inWindow = olderStored && oldest !== null ? found.filter((row) => inOrder(row, oldest) >= 0) : found
      return { messages: withRows(messages, touched, inWindow), olderStored }
    })
    publish(next)
  }

  return {
    get: () => state,
    subscribe(tell) {
      watchers.add(tell)
      if (running === null) {
        running = keepUp(replica, THREAD_TABLES, read, failed)
        void running.inLine(readFirst).catch(failed)
      }
      return () => {
        watchers.delete(tell)
        if (watchers.size > 0) return
        running?.stop()
        running = null
        // Dexie keeps a reference to its last querier and so to this store. Release the messages.
        state = NOTHING_YET
      }
    },
    async readOlder() {
      await running?.inLine(async () => {
        const { messages } = state
        const older = await healing(replica, () => messagesBefore(replica, clientId, messages[0] ?? null, OLDER))
        publish({ ...state, messages: [...older, ...messages], olderStored: older.length === OLDER })
      })
    },
    reload() {
      publish({ ...state, is: 'loading' })
      void running?.inLine(readFirst).catch(failed)
    },
  }
}
