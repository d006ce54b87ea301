// Files on this device that are picked or queued for upload.

/** A file that is queued, or picked for a message that is not written yet; its bytes are in `file_bytes`. */
export interface FileRow {
  id: string
  client_id: string
  name: string
  type: string
  /** Bytes of the file, and how many of them are uploaded. */
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
 * A placeholder for the client's id, while files and a text that another app has shared are in no conversation
 * yet: `client_id` of the files, and `id` of the text in `drafts`.
 */
export const SHARE = 'share'

/**
 * Whether the message is in this row and not in the outbox yet. A large file is uploaded before its message is
 * queued; a small file is part of an outbox entry from the start.
 */
export function hasUnqueuedMessage({ text, queued }: FileRow): boolean {
  return text !== null && !queued
}

/** Bytes of a queued file, by its id, or of a report's video that is stored offline, by its address. */
export interface FileBytesRow {
  id: string
  bytes: ArrayBuffer
}
