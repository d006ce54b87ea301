// Uploads of files too large for the outbox. They start at once; the message is queued after the last byte.
import type { FileRow } from '../../../db/rows/files'
import { atomically } from '../../../db/open'
import type { Replica } from '../../../db/schema'
import { iso, serverNow } from '../../../lib/clock'
import { makeStore, type Readable } from '../../../lib/store'
import { uuid7 } from '../../../lib/uuid7'
import type { SyncHandle } from '../../../sync'
import { addFiles, dropFile, fileInHand } from '../composer/draft-files'
import { sendFileMessage, whyNotAccepted } from '../mutations'
import { startUpload, type Upcoming } from '../remote'

export type LargeState = { is: 'going'; sent: number } | { is: 'stopped'; why: string }
const PAUSES = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 60_000]
const OTHER_FILE = 'This is another file. Please choose the one that was sent.'
const NO_CONNECTION = 'The connection was lost. It goes on where it stopped.'

/** Keyed by file id. */
export type LargeStates = Readonly<Partial<Record<string, LargeState>>>

const states = makeStore<LargeStates>({})
/** Module state, so that uploads continue while other screens are shown. */
export const largeFiles: Readable<LargeStates> = states
const going = new Map<string, Upcoming>()

function set(id: string, state: LargeState | undefined): void {
  const others = Object.entries(states.get()).filter(([other]) => other !== id)
  states.set(Object.fromEntries(state === undefined ? others : [...others, [id, state]]))
}

/** Asks the user before the page closes during an upload, because the file is then no longer in memory. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function note(id: string, upcoming: Upcoming | undefined): void {
  if (upcoming === undefined) going.delete(id)
  else going.set(id, upcoming)
  if (going.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

/** Resumes a waiting message with the file chosen again. Returns null, or why the file was rejected. */
export async function chooseAgain(replica: Replica, sync: SyncHandle, row: FileRow, file: File): Promise<string | null> {
  if (file.name !== row.name || file.size !== row.size || file.lastModified !== row.modified) return OTHER_FILE
  const [problem] = await addFiles(replica, row.client_id, [file], true)
  if (problem !== undefined) return problem
  void sendLarge(replica, sync, row)
  return null
}

/** Moves the text from the draft to the file's row, so the conversation shows the message after a reload. */
export async function keepWords(replica: Replica, file: FileRow, text: string): Promise<FileRow> {
  const said = { text, message_id: file.message_id ?? uuid7(), said_at: file.said_at ?? iso(serverNow()) }
  await atomically(replica, [replica.files, replica.drafts], async () => {
    await replica.files.update(file.id, said)
    await replica.drafts.delete(file.client_id)
  })
  return { ...file, ...said }
}

/** Uploads a file whose text is stored in its row, then queues its message. */
export async function sendLarge(replica: Replica, sync: SyncHandle, file: FileRow): Promise<void> {
  const content = fileInHand(file.id)
  if (content === undefined || going.has(file.id)) return
  set(file.id, { is: 'going', sent: 0 })
  let isNoted = file.sent > 0
  const told = (sent: number) => {
    if (!going.has(file.id)) return
    set(file.id, { is: 'going', sent })
    // After a reload only the fact that the upload has begun is needed; the server knows its offset.
    if (!isNoted) void replica.files.update(file.id, { sent }).catch(() => undefined)
    isNoted = true
  }
  const upcoming = startUpload(
    { id: file.id, bucket: 'message-attachments', name: file.name, type: file.type, content, userId: replica.userId },
    { onProgress: told, goesOn: file.sent > 0, pauses: PAUSES },
  )
  note(file.id, upcoming)
  const end = await upcoming.done
  note(file.id, undefined)
  if (end.is === 'kept') await becomeMessage(replica, sync, file, end.url)
  else if (end.is === 'cancelled') set(file.id, undefined)
  else set(file.id, { is: 'stopped', why: end.is === 'refused' ? end.message : NO_CONNECTION })
}

/**
 * Replaces the file's row by the message in one transaction. If that fails, the row stays,
 * and a retry uploads nothing again.
 */
async function becomeMessage(replica: Replica, sync: SyncHandle, file: FileRow, url: string): Promise<void> {
  try {
    await sendFileMessage(sync, file, file.text ?? '', url)
  } catch (error) {
    set(file.id, { is: 'stopped', why: whyNotAccepted(error) })
    return
  }
  await dropFile(replica, file.id)
  set(file.id, undefined)
}

/** Cancels an upload and removes its file from the draft. */
export async function cancelLarge(replica: Replica, id: string): Promise<void> {
  going.get(id)?.cancel()
  set(id, undefined)
  await dropFile(replica, id)
}
