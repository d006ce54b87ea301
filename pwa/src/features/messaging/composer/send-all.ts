// Sends the composer's content. Each file becomes a message, and the first of them carries the text. If a later
// step fails, only what was not stored yet may be sent again.
import { withReopen } from '../../../db/open'
import { type FileRow, isUnsent } from '../../../db/rows/files'
import type { MessageCard } from '../../../db/rows/messages'
import type { Replica } from '../../../db/schema'
import type { SyncHandle } from '../../../sync'
import { MAX_QUEUED_BYTES } from '../file-rules'
import { storeText, sendLarge } from '../files/large-files'
import { contentOf, sendFileMessage, sendMessage } from '../mutations'

/** What the user has written and picked in the composer. */
export interface ComposerContent {
  clientId: string
  text: string
  card: MessageCard | null
  files: readonly FileRow[]
}

/** Calls `onTextStored` once the text is stored, so that the caller does not restore it after a later failure. */
export async function sendAll(
  replica: Replica,
  sync: SyncHandle,
  { clientId, text, card, files }: ComposerContent,
  onTextStored: () => void = () => undefined,
): Promise<void> {
  // A figure is always sent in a text message, never with a file.
  const hasTextMessage = contentOf(text) !== '' && (files.length === 0 || card !== null)
  if (hasTextMessage) {
    await sendMessage(sync, clientId, text, card)
    onTextStored()
  }
  let fileText = hasTextMessage ? '' : text
  for (const file of files) {
    // Another press of Send, or another tab, has sent the file. The text is still to be sent.
    if (!isUnsent(await withReopen(replica, () => replica.files.get(file.id)))) continue
    if (file.size > MAX_QUEUED_BYTES) void sendLarge(replica, sync, await storeText(replica, file, fileText))
    else await sendFileMessage(sync, file, fileText)
    onTextStored()
    fileText = ''
  }
  if (contentOf(fileText) !== '') {
    await sendMessage(sync, clientId, fileText, card)
    onTextStored()
  }
  // A figure without a question stays in the draft.
  if (!hasTextMessage && card === null) await withReopen(replica, () => replica.drafts.delete(clientId))
}
