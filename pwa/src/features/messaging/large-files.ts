// Files too large to wait on the device: sent at once, shown while they go, and then their message is written.
import type { FileRow } from '../../db/file-rows'
import type { Replica } from '../../db/schema'
import { makeStore, type Readable } from '../../lib/store'
import type { SyncHandle } from '../../sync'
import { dropFile, fileInHand } from './draft-files'
import { sendFileMessage } from './mutations'
import { startUpload, type Upcoming } from './remote'

export type LargeState = { is: 'going'; sent: number } | { is: 'stopped'; why: string }
const PAUSES = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 60_000]
const NO_CONNECTION = 'The connection was lost. It goes on where it stopped.'

/** By the id of the file. */
export type LargeStates = Readonly<Partial<Record<string, LargeState>>>

const states = makeStore<LargeStates>({})
/** They go on while other screens are shown. */
export const largeFiles: Readable<LargeStates> = states
const going = new Map<string, Upcoming>()

function set(id: string, state: LargeState | undefined): void {
  const others = Object.entries(states.get()).filter(([other]) => other !== id)
  states.set(Object.fromEntries(state === undefined ? others : [...others, [id, state]]))
}

/** `text` is the message that goes with it. */
export async function sendLarge(replica: Replica, sync: SyncHandle, file: FileRow, text: string): Promise<void> {
  const content = fileInHand(file.id)
  if (content === undefined || going.has(file.id)) return
  await replica.files.update(file.id, { text })
  set(file.id, { is: 'going', sent: 0 })
  let isNoted = file.sent > 0
  const told = (sent: number) => {
    if (!going.has(file.id)) return
    set(file.id, { is: 'going', sent })
    // That it has begun is all that has to be known after a reload; the server knows how far it is.
    if (!isNoted) void replica.files.update(file.id, { sent }).catch(() => undefined)
    isNoted = true
  }
  const upcoming = startUpload(
    { id: file.id, bucket: 'message-attachments', name: file.name, type: file.type, content, userId: replica.userId },
    { onProgress: told, goesOn: file.sent > 0, pauses: PAUSES },
  )
  going.set(file.id, upcoming)
  const end = await upcoming.done
  going.delete(file.id)
  if (end.is === 'kept') {
    await sendFileMessage(sync, file, text, end.url)
    await dropFile(replica, file.id)
  }
  if (end.is === 'kept' || end.is === 'cancelled') set(file.id, undefined)
  else set(file.id, { is: 'stopped', why: end.is === 'refused' ? end.message : NO_CONNECTION })
}

/** Stops a file and takes it out of the draft. */
export async function cancelLarge(replica: Replica, id: string): Promise<void> {
  going.get(id)?.cancel()
  set(id, undefined)
  await dropFile(replica, id)
}
