// What a person can do about a message that waits; each says whether it still could be done.
import { BeingSent, type SyncHandle } from '../../sync'

export type Outcome = 'done' | 'too-late'

export async function editWaiting(sync: SyncHandle, id: string, content: string): Promise<Outcome> {
  return unlessBeingSent(() => sync.edit(id, content))
}

export async function discardWaiting(sync: SyncHandle, id: string): Promise<Outcome> {
  return unlessBeingSent(() => sync.discard(id))
}

async function unlessBeingSent(work: () => Promise<void>): Promise<Outcome> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof BeingSent) return 'too-late'
    throw error
  }
}
