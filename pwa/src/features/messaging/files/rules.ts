// Attachment rules: accepted types and sizes, rejection texts, and display kinds. Pure.

export { sizeText } from '../../../lib/text/sizes'

const MB = 1024 * 1024
const MAX_BYTES = 100 * MB
/** Larger files are uploaded at once and never queued. `MAX_QUEUED_TOTAL` limits all queued files' bytes. */
export const MAX_QUEUED_BYTES = 25 * MB
const MAX_QUEUED_TOTAL = 200 * MB

const ENDINGS = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'jpg', 'jpeg', 'png', 'gif', 'txt', 'zip']
export const ACCEPT = ENDINGS.map((ending) => `.${ending}`).join(',')
/** File endings for pictures from the clipboard or a camera, which may have no name. */
const PICTURES: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' }
export const ACCEPTED_PICTURES = Object.keys(PICTURES).join(',')

export const ATTACHED = 'Attached file'
const TOO_LARGE = 'File size must be less than 100MB'
const NOT_SUPPORTED = 'File type not supported'

export interface FileInfo {
  name: string
  type: string
  size: number
}

/** Why this file cannot be attached now; null if it can. `waiting`: bytes of all files queued here. */
export function rejectionReason(
  file: FileInfo,
  { isUp, waiting }: { isUp: boolean; waiting: number },
): string | null {
  if (!ENDINGS.includes(endingOf(file))) return NOT_SUPPORTED
  if (file.size > MAX_BYTES) return TOO_LARGE
  if (file.size === 0) return 'The file is empty'
  if (isUp) return null
  if (file.size > MAX_QUEUED_BYTES) return 'You are offline: files can be up to 25 MB'
  return waiting + file.size > MAX_QUEUED_TOTAL ? 'Offline, files of 200 MB in all can wait here' : null
}

/** The file name to send. If a file from the clipboard has no ending, its type supplies one. */
export function nameOf({ name, type }: FileInfo): string {
  const ending = PICTURES[type]
  if (name !== '' && name.includes('.')) return name
  return ending === undefined ? name : `${name === '' ? 'picture' : name}.${ending}`
}

function endingOf(file: FileInfo): string {
  const name = nameOf(file)
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
}

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

/** Pictures up to this size open in full. Larger ones show only a thumbnail and can be downloaded. */
const SHOWN_WHOLE = 10 * MB

export function isShownWhole({ type, size }: Pick<FileInfo, 'type' | 'size'>): boolean {
  return kindOf(type) === 'picture' && size <= SHOWN_WHOLE
}

/** Whether the server makes a thumbnail for this type: for pictures, and for the first page of a PDF. */
export function hasPreview(type: string): boolean {
  return ['picture', 'pdf'].includes(kindOf(type))
}

const BOX = 320
/** Wide enough for a text below the picture. */
const LEAST = { width: 240, height: 96 }
/** For a picture of unknown size, and for the upper part of a PDF page. */
const UNKNOWN = { width: 320, height: 200 }

/** Size of a picture in a conversation, in px. It is reserved before the picture loads. */
export function boxOf(width: number | null, height: number | null): { width: number; height: number } {
  if (width === null || height === null || width < 1 || height < 1) return UNKNOWN
  const scale = Math.min(1, BOX / width, BOX / height)
  return {
    width: Math.max(LEAST.width, Math.round(width * scale)),
    height: Math.max(LEAST.height, Math.round(height * scale)),
  }
}
