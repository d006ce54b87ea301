// Files on this device that are picked or queued for upload.

/** A file that is queued, or picked for a message that is not written yet; its bytes are in `file_bytes`. */
export interface FileRow {
  id: string
  client_id: string
  name: string
  type: string
  /** The file's size in bytes, and the number of bytes that are uploaded. */
  size: number
  sent: number
  /** The file's `lastModified`, in ms. */
  modified: number
  /** The text of its message; null until the user sends it. */
  text: string | null
  /** The id and the time of its message, once the user has sent it. */
  message_id?: string
  said_at?: string
  /** True once an outbox entry refers to this file. */
  queued: boolean
}

/**
 * Stands for the client's id while content that another app has shared is in no conversation yet: as
 * `client_id` of its files, and as `id` of its text in `drafts`.
 */
export const SHARE = 'share'

/**
 * Whether the message is stored only in this row and not in the outbox yet. A large file is uploaded before
 * its message is queued; a small file is part of an outbox entry from the start.
 */
export function hasUnqueuedMessage({ text, queued }: FileRow): boolean {
  return text !== null && !queued
}

/**
 * Throws unless the picked file still belongs to no message. A second press of Send, or another tab, may have
 * sent or cancelled it. `row`: its stored row now.
 */
export function requireUnsent(row: FileRow | undefined): void {
  if (!isUnsent(row)) throw new Error('The file is already in a message.')
}

/** Whether the row is that of a picked file which belongs to no message yet. */
export function isUnsent(row: FileRow | undefined): boolean {
  return row?.text === null && !row.queued
}

/**
 * The bytes of a queued file (`id` is its id), or of a report's video that is stored for offline use (`id` is
 * its URL).
 */
export interface FileBytesRow {
  id: string
  bytes: ArrayBuffer
}
