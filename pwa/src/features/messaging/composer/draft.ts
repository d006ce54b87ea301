// Stores a conversation's draft while the user types: one write at a time, and the last one wins.
import { withReopen } from '../../../db/open'
import type { MessageCard } from '../../../db/rows/rows'
import type { Replica } from '../../../db/schema'

export interface Draft {
  text: string
  /** The figure that the message asks about. */
  card: MessageCard | null
}

export const NO_DRAFT: Draft = { text: '', card: null }

interface DraftKeeper {
  keep: (draft: Draft) => void
  /** Runs `work` after the pending writes. A draft that `keep` gets meanwhile is written after `work`. */
  after: <T>(work: () => Promise<T>) => Promise<T>
}

export function readDraft(replica: Replica, clientId: string): Promise<Draft> {
  return withReopen(replica, async () => ({ ...NO_DRAFT, ...(await replica.drafts.get(clientId)) }))
}

export function draftKeeper(replica: Replica, clientId: string): DraftKeeper {
  let latest: Draft | null = null
  let line: Promise<unknown> = Promise.resolve()

  const inLine = <T>(work: () => Promise<T>): Promise<T> => {
    const done = line.then(work)
    line = done.catch(() => undefined)
    return done
  }
  const write = async () => {
    const draft = latest
    latest = null
    // A retired replica has been deleted from the device together with its drafts.
    if (draft === null || replica.retired) return
    const { text, card } = draft
    await withReopen(replica, async () => {
      if (text.trim() === '' && card === null) await replica.drafts.delete(clientId)
      else await replica.drafts.put({ id: clientId, text, ...(card && { card }) })
    })
  }
  return {
    keep(draft) {
      const queued = latest !== null
      latest = draft
      // A failed write needs no retry, because the next one stores the whole draft.
      if (!queued) void inLine(write).catch(() => undefined)
    },
    after: inLine,
  }
}
