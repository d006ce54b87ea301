// Which files may be attached, in which words they are refused, and how they are told to people. Pure.

export { sizeText } from '../../../lib/text/sizes'

const MB = 1024 * 1024
const MOST = 100 * MB
/** Larger ones are sent at once or not at all; of all that wait so much is kept. */
export const WAITS = 25 * MB
const WAITING_MOST = 200 * MB

const ENDINGS = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'jpg', 'jpeg', 'png', 'gif', 'txt', 'zip']
export const ACCEPT = ENDINGS.map((ending) => `.${ending}`).join(',')
/** What a picture from the clipboard or a camera is called when it has no name. */
const PICTURES: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' }

export const ATTACHED = 'Attached file'
const TOO_LARGE = 'File size must be less than 100MB'
const NOT_SUPPORTED = 'File type not supported'

export interface FileFacts {
  name: string
  type: string
  size: number
}

/** Why this file cannot be attached now; null if it can. `waiting`: bytes of files that wait on this device. */
export function whyNot(file: FileFacts, { isUp, waiting }: { isUp: boolean; waiting: number }): string | null {
  if (!ENDINGS.includes(endingOf(file))) return NOT_SUPPORTED
  if (file.size > MOST) return TOO_LARGE
  if (file.size === 0) return 'The file is empty'
  if (isUp) return null
  if (file.size > WAITS) return 'Offline, files up to 25 MB can wait here; larger ones need a connection'
  return waiting + file.size > WAITING_MOST ? 'Offline, files of 200 MB in all can wait here' : null
}

/** The name under which a file travels: one from the clipboard has none, or only a type. */
export function nameOf({ name, type }: FileFacts): string {
  const ending = PICTURES[type]
  if (name !== '' && name.includes('.')) return name
  return ending === undefined ? name : `${name === '' ? 'picture' : name}.${ending}`
}

function endingOf(file: FileFacts): string {
  const name = nameOf(file)
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
}

export type FileLook = 'picture' | 'pdf' | 'document' | 'sheet' | 'archive' | 'text'

export function lookOf(type: string): FileLook {
  if (type.startsWith('image/')) return 'picture'
  if (type === 'application/pdf') return 'pdf'
  if (type === 'text/plain') return 'text'
  if (type === 'application/zip') return 'archive'
  return type.includes('sheet') || type.includes('excel') ? 'sheet' : 'document'
}

/** The documents' end points with real bytes between them: 10 once it begins, 90 when all bytes have left, then 100. */
export function percentOf(sent: number, size: number): number {
  return size === 0 ? 10 : Math.round(10 + 80 * Math.min(1, sent / size))
}

/** Pictures up to this size are shown as they were sent, larger ones small until they are downloaded. */
const SHOWN_WHOLE = 10 * MB

export function isShownWhole({ type, size }: Pick<FileFacts, 'type' | 'size'>): boolean {
  return lookOf(type) === 'picture' && size <= SHOWN_WHOLE
}

/** Whether a small picture of such a file is drawn: of pictures, and of the first page of a PDF. */
export function hasPreview(type: string): boolean {
  return ['picture', 'pdf'].includes(lookOf(type))
}

const BOX = 320
const LEAST = 96
/** Of a picture that does not say; of a page, the upper part. */
const UNKNOWN = { width: 320, height: 200 }

/** The place a picture takes in a conversation, in px, before it is there. */
export function boxOf(width: number | null, height: number | null): { width: number; height: number } {
  if (width === null || height === null || width < 1 || height < 1) return UNKNOWN
  const scale = Math.min(1, BOX / width, BOX / height)
  return { width: Math.max(LEAST, Math.round(width * scale)), height: Math.max(LEAST, Math.round(height * scale)) }
}
