// Keeps what is being written, as it is written: one write at a time, the last one wins.
import { healing } from '../../../db/open'
import type { MessageCard } from '../../../db/rows/rows'
import type { Replica } from '../../../db/schema'

export interface Draft {
  text: string
  /** The figure that it is about. */
  card: MessageCard | null
}

export const NO_DRAFT: Draft = { text: '', card: null }

interface DraftKeeper {
  keep: (draft: Draft) => void
  /** Runs after the writes so far; what is kept meanwhile is written after it. */
  after: <T>(work: () => Promise<T>) => Promise<T>
}

export function readDraft(replica: Replica, clientId: string): Promise<Draft> {
  return healing(replica, async () => ({ ...NO_DRAFT, ...(await replica.drafts.get(clientId)) }))
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
    // A replica that was taken off the device takes its drafts along.
    if (draft === null || replica.retired) return
    const { text, card } = draft
    await healing(replica, async () => {
      if (text.trim() === '' && card === null) await replica.drafts.delete(clientId)
      else await replica.drafts.put({ id: clientId, text, ...(card && { card }) })
    })
  }
  return {
    keep(draft) {
      const queued = latest !== null
      latest = draft
      // A write that fails is made up for by the next one.
      if (!queued) void inLine(write).catch(() => undefined)
    },
    after: inLine,
  }
}
