// Uploads of files too large for the outbox. They start at once; the message is queued after the last byte.
import { type FileRow, requireUnsent } from '../../../db/rows/files'
import { atomically } from '../../../db/open'
import type { Replica } from '../../../db/schema'
import { iso, serverNow } from '../../../lib/time/clock'
import { makeStore, type Readable } from '../../../lib/store'
import { uuid7 } from '../../../lib/ids/uuid7'
import type { SyncHandle } from '../../../sync'
import { addFiles, dropFile, fileInMemory } from './draft-files'
import { sendFileMessage, sendErrorText } from '../mutations'
import { RETRY_PAUSES, startUpload, type RunningUpload } from '../remote'

export type LargeState = { is: 'uploading'; sent: number } | { is: 'stopped'; reason: string }
const OTHER_FILE = 'This is another file. Please choose the same file again.'
const NO_CONNECTION = 'The connection was lost. The upload will continue from where it stopped.'

/** Keyed by file id. */
export type LargeStates = Readonly<Partial<Record<string, LargeState>>>

const states = makeStore<LargeStates>({})
/** Module state, so that uploads continue while the user is on other screens. */
export const largeFiles: Readable<LargeStates> = states
const uploads = new Map<string, RunningUpload>()

function setState(id: string, state: LargeState | undefined): void {
  const others = Object.entries(states.get()).filter(([other]) => other !== id)
  states.set(Object.fromEntries(state === undefined ? others : [...others, [id, state]]))
}

/** Asks the user before the page closes during an upload, because the file is then no longer in memory. */
function confirmClosing(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function setUpload(id: string, upload: RunningUpload | undefined): void {
  if (upload === undefined) uploads.delete(id)
  else uploads.set(id, upload)
  if (uploads.size > 0) window.addEventListener('beforeunload', confirmClosing)
  else window.removeEventListener('beforeunload', confirmClosing)
}

/**
 * Continues the upload of a waiting message with the file that the user has chosen again. Returns null, or why
 * the file was rejected.
 */
export async function resumeWithFile(
  replica: Replica,
  sync: SyncHandle,
  row: FileRow,
  file: File,
): Promise<string | null> {
  if (file.name !== row.name || file.size !== row.size || file.lastModified !== row.modified)
    return OTHER_FILE
  const [problem] = await addFiles(replica, row.client_id, [file], true)
  if (problem !== undefined) return problem
  void sendLarge(replica, sync, row)
  return null
}

/** Moves the text from the draft to the file's row, so the conversation shows the message after a reload. */
export async function storeText(replica: Replica, file: FileRow, text: string): Promise<FileRow> {
  const update = { text, message_id: uuid7(), said_at: iso(serverNow()) }
  await atomically(replica, [replica.files, replica.drafts], async () => {
    requireUnsent(await replica.files.get(file.id))
    await replica.files.update(file.id, update)
    await replica.drafts.delete(file.client_id)
  })
  return { ...file, ...update }
}

/** Uploads a file whose text is stored in its row, then queues its message. */
export async function sendLarge(replica: Replica, sync: SyncHandle, file: FileRow): Promise<void> {
  const content = fileInMemory(file.id)
  if (content === undefined || uploads.has(file.id)) return
  setState(file.id, { is: 'uploading', sent: 0 })
  let isProgressStored = file.sent > 0
  const handleProgress = (sent: number) => {
    if (!uploads.has(file.id)) return
    setState(file.id, { is: 'uploading', sent })
    // Store only the first value, because after a reload the app needs to know only that the upload began: the
    // server knows its offset.
    if (!isProgressStored) void replica.files.update(file.id, { sent }).catch(() => undefined)
    isProgressStored = true
  }
  const upload = startUpload(
    {
      id: file.id,
      bucket: 'message-attachments',
      name: file.name,
      type: file.type,
      content,
      userId: replica.userId,
    },
    { onProgress: handleProgress, isResumed: file.sent > 0, pauses: RETRY_PAUSES },
  )
  setUpload(file.id, upload)
  const outcome = await upload.done
  setUpload(file.id, undefined)
  if (outcome.is === 'stored') await queueMessage(replica, sync, file, outcome.url)
  else if (outcome.is === 'cancelled') setState(file.id, undefined)
  else
    setState(file.id, { is: 'stopped', reason: outcome.is === 'rejected' ? outcome.message : NO_CONNECTION })
}

/**
 * Replaces the file's row by the message in one transaction. If that fails, the row stays,
 * and a retry uploads nothing again.
 */
async function queueMessage(replica: Replica, sync: SyncHandle, file: FileRow, url: string): Promise<void> {
  try {
    await sendFileMessage(sync, file, file.text ?? '', url)
  } catch (error) {
    setState(file.id, { is: 'stopped', reason: sendErrorText(error) })
    return
  }
  await dropFile(replica, file.id)
  setState(file.id, undefined)
}

/** Cancels an upload and removes its file from the draft. */
export async function cancelLarge(replica: Replica, id: string): Promise<void> {
  uploads.get(id)?.cancel()
  setState(id, undefined)
  await dropFile(replica, id)
}
