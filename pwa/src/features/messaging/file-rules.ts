// Attachment rules: limits and display kinds. Pure.
import type { FileInfo } from '../../synced/messaging/file-limits'

export { NO_TEXT } from '../../lib/text/message-text'
export { sizeText } from '../../lib/text/sizes'

export {
  ACCEPT,
  ACCEPTED_PICTURES,
  MAX_QUEUED_BYTES,
  nameOf,
  rejectionReason,
} from '../../synced/messaging/file-limits'

export type FileKind = 'picture' | 'pdf' | 'document' | 'sheet' | 'archive' | 'text'

export function kindOf(type: string): FileKind {
  if (type.startsWith('image/')) return 'picture'
  if (type === 'application/pdf') return 'pdf'
  if (type === 'text/plain') return 'text'
  if (type === 'application/zip') return 'archive'
  return type.includes('sheet') || type.includes('excel') ? 'sheet' : 'document'
}

/** Progress in percent. The specification gives the end points: 10 at the start, 90 with all bytes sent. */
export function percentOf(sent: number, size: number): number {
  return size === 0 ? 10 : Math.round(10 + 80 * Math.min(1, sent / size))
}

/** Pictures up to this size, in bytes, open in full. Larger ones show only a thumbnail and can be downloaded. */
const MAX_FULL_SIZE = 10 * 1024 * 1024

export function opensInFull({ type, size }: Pick<FileInfo, 'type' | 'size'>): boolean {
  return kindOf(type) === 'picture' && size <= MAX_FULL_SIZE
}

/** Whether the server makes a thumbnail for this type: for pictures, and for the first page of a PDF. */
export function hasPreview(type: string): boolean {
  return ['picture', 'pdf'].includes(kindOf(type))
}

const BOX = 320
/** The minimum, wide enough for a text below the picture. */
const MIN_SIZE = { width: 240, height: 96 }
/** The box of a picture of unknown size, and of the upper part of a PDF page. */
const UNKNOWN = { width: 320, height: 200 }

/** Size of a picture in a conversation, in px. It is reserved before the picture loads. */
export function boxOf(width: number | null, height: number | null): { width: number; height: number } {
  if (width === null || height === null || width < 1 || height < 1) return UNKNOWN
  const scale = Math.min(1, BOX / width, BOX / height)
  return {
    width: Math.max(MIN_SIZE.width, Math.round(width * scale)),
    height: Math.max(MIN_SIZE.height, Math.round(height * scale)),
  }
}
