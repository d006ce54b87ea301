// The limits of message files: accepted types and sizes, and the texts of a rejection. All functions are
// pure.

import { ATTACHMENT } from '../../lib/limits.gen'

const MB = 1024 * 1024
/**
 * Larger files are uploaded at once and never queued. `MAX_QUEUED_TOTAL` limits the bytes of all queued
 * files.
 */
export const MAX_QUEUED_BYTES = 25 * MB
const MAX_QUEUED_TOTAL = 200 * MB

const ENDINGS: readonly string[] = ATTACHMENT.endings
export const ACCEPT = ENDINGS.map((ending) => `.${ending}`).join(',')
/** File endings for pictures from the clipboard or a camera, which may have no name. */
const PICTURES: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' }
export const ACCEPTED_PICTURES = Object.keys(PICTURES).join(',')

export interface FileInfo {
  name: string
  type: string
  size: number
}

/**
 * Why this file cannot be attached now; null if it can. `waiting`: the bytes of all files that are queued on
 * this device.
 */
export function rejectionReason(
  file: FileInfo,
  { isOnline, waiting }: { isOnline: boolean; waiting: number },
): string | null {
  if (!ENDINGS.includes(endingOf(file))) return ATTACHMENT.notSupported
  if (file.size > ATTACHMENT.bytes) return ATTACHMENT.tooLarge
  if (file.size === 0) return 'The file is empty'
  if (isOnline) return null
  if (file.size > MAX_QUEUED_BYTES) return 'You are offline: files can be up to 25 MB'
  return waiting + file.size > MAX_QUEUED_TOTAL ? 'Offline, files of 200 MB in all can wait here' : null
}

/** The file name to send. If a file from the clipboard has no ending, its type determines the ending. */
export function nameOf({ name, type }: FileInfo): string {
  const ending = PICTURES[type]
  if (name !== '' && name.includes('.')) return name
  return ending === undefined ? name : `${name === '' ? 'picture' : name}.${ending}`
}

function endingOf(file: FileInfo): string {
  const name = nameOf(file)
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
}

/** The bytes of all files that wait on this device: the argument `waiting` of `rejectionReason`. */
export function waitingBytes(files: readonly Pick<FileInfo, 'size'>[]): number {
  return files.filter(({ size }) => size <= MAX_QUEUED_BYTES).reduce((sum, { size }) => sum + size, 0)
}
