// Files that are picked or wait on this device.

/** A file that waits on this device, or is picked for a message that is not written yet; its bytes are in `file_bytes`. */
export interface FileRow {
  id: string
  client_id: string
  name: string
  type: string
  /** Bytes: of all, and of those that have left. */
  size: number
  sent: number
  /** When it was last changed where it was picked, in ms. */
  modified: number
  /** What is to be said with it once it has been sent; null before. */
  text: string | null
  /** The id of its message and when that was written, once it is to be sent. */
  message_id?: string
  said_at?: string
  /** A message has it. */
  queued: boolean
}

/** Its message is sent once the file is; until then the record of the upload has the words. Small files wait in the outbox. */
export function hasWords({ text, queued }: FileRow): boolean {
  return text !== null && !queued
}

/** Bytes of a file that waits, by its id, or of a report's video that is kept, by its address. */
export interface FileBytesRow {
  id: string
  bytes: ArrayBuffer
}
