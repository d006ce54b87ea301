// Stores a conversation's draft while the user types: one write at a time, and the last one wins.
import { withReopen } from '../../../db/open'
import type { MessageCard } from '../../../db/rows/messages'
import type { Replica } from '../../../db/schema'

export interface Draft {
  text: string
  /** The figure that the message asks about. */
  card: MessageCard | null
}

export const NO_DRAFT: Draft = { text: '', card: null }

/** A draft to store. Without `card`, the stored figure stays. */
type NewDraft = Pick<Draft, 'text'> & Partial<Draft>

interface DraftWriter {
  save: (draft: NewDraft) => void
  /** Runs `work` after the pending writes. A draft that `save` gets meanwhile is written after `work`. */
  after: <T>(work: () => Promise<T>) => Promise<T>
}

export function readDraft(replica: Replica, clientId: string): Promise<Draft> {
  return withReopen(replica, async () => ({ ...NO_DRAFT, ...(await replica.drafts.get(clientId)) }))
}

export function draftWriter(replica: Replica, clientId: string): DraftWriter {
  /** The draft of the write that has not started, if no `work` was queued after it. */
  let waiting: { draft: NewDraft } | null = null
  let queue: Promise<unknown> = Promise.resolve()

  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work)
    queue = done.catch(() => undefined)
    return done
  }
  const store = async ({ text, ...draft }: NewDraft) => {
    // A retired replica has been deleted from the device together with its drafts.
    if (replica.retired) return
    await withReopen(replica, async () => {
      const card = draft.card === undefined ? (await replica.drafts.get(clientId))?.card : draft.card
      if (text.trim() === '' && !card) await replica.drafts.delete(clientId)
      else await replica.drafts.put({ id: clientId, text, ...(card && { card }) })
    })
  }
  return {
    save(draft) {
      if (waiting !== null) {
        waiting.draft = draft
        return
      }
      const own = { draft }
      waiting = own
      const write = () => {
        if (waiting === own) waiting = null
        return store(own.draft)
      }
      // A failed write needs no retry, because the next one stores the whole draft.
      void enqueue(write).catch(() => undefined)
    },
    after(work) {
      // Otherwise the next draft would replace the text that `work` queues, before `work` has stored it.
      waiting = null
      return enqueue(work)
    },
  }
}
