// Keeps what is being written, as it is written: one write at a time, the last one wins.
import { healing } from '../../db/open'
import type { Replica } from '../../db/schema'

interface DraftKeeper {
  keep: (text: string) => void
  /** Runs after the writes so far; what is kept meanwhile is written after it. */
  after: <T>(work: () => Promise<T>) => Promise<T>
}

export function readDraft(replica: Replica, clientId: string): Promise<string> {
  return healing(replica, async () => (await replica.drafts.get(clientId))?.text ?? '')
}

export function draftKeeper(replica: Replica, clientId: string): DraftKeeper {
  let latest: string | null = null
  let line: Promise<unknown> = Promise.resolve()

  const inLine = <T>(work: () => Promise<T>): Promise<T> => {
    const done = line.then(work)
    line = done.catch(() => undefined)
    return done
  }
  const write = async () => {
    const text = latest
    latest = null
    // A replica that was taken off the device takes its drafts along.
    if (text === null || replica.retired) return
    await healing(replica, async () => {
      if (text.trim() === '') await replica.drafts.delete(clientId)
      else await replica.drafts.put({ id: clientId, text })
    })
  }
  return {
    keep(text) {
      const queued = latest !== null
      latest = text
      // A write that fails is made up for by the next one.
      if (!queued) void inLine(write).catch(() => undefined)
    },
    after: inLine,
  }
}
