// One conversation in memory: its newest page first, older ones when asked for, and every change worked in as one.
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

/** Reads only while somebody watches it. */
export function threadStore(replica: Replica, clientId: string): ThreadStore {
  let state = NOTHING_YET
  let running: KeepUp | null = null
  const watchers = new Set<() => void>()

  const publish = (next: ThreadState) => {
    // Nobody watches any more.
    if (running === null) return
    state = next
    for (const tell of [...watchers]) tell()
  }
  const failed = () => publish({ ...state, is: 'failed' })

  /** One snapshot of all tables: a message that arrives and the entry that goes are seen together. */
  const look = (messagesOf: () => Promise<Pick<ThreadState, 'messages' | 'olderStored'>>) =>
    healing(replica, () =>
      replica.transaction('r', THREAD_TABLES, async () => {
        // Asked for together: one after the other each of them would wait for its turn in the page.
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
        // Dexie still holds on to what asked it last, and with it to this store: not to all its messages.
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
