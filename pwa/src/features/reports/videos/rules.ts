// Rules of video uploads: accepted files, error texts of rejected ones, and progress. Pure.
import { REPORT_VIDEO } from '../../../lib/limits.gen'

/** `storage` is our own file storage. The video `host` and its fake accept MP4 only. */
export type Place = 'storage' | 'host'

const TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  ogg: 'video/ogg',
  ogv: 'video/ogg',
  mov: 'video/quicktime',
  qt: 'video/quicktime',
  avi: 'video/x-msvideo',
}
const ONLY_MP4 = 'Only MP4 videos are supported for Cloudinary upload'
export const UPLOAD_FAILED = 'Upload failed'

export const ACCEPTED: Record<Place, string> = {
  storage: Object.keys(TYPES)
    .map((ending) => `.${ending}`)
    .join(','),
  host: '.mp4',
}
/** The hint before a file is chosen. */
export const HINTS: Record<Place, string> = {
  storage: 'MP4, WebM, OGG, QuickTime or AVI, up to 500 MB.',
  host: 'MP4, up to 500 MB.',
}

interface FileInfo {
  name: string
  size: number
}

/** The reason why this file is rejected; null if it is accepted. The server checks the contents. */
export function videoProblem({ name, size }: FileInfo, place: Place): string | null {
  const type = videoTypeOf(name)
  if (place === 'host' && type !== 'video/mp4') return ONLY_MP4
  if (type === '') return REPORT_VIDEO.notSupported
  if (size > REPORT_VIDEO.bytes) return REPORT_VIDEO.tooLarge
  return size === 0 ? 'The file is empty' : null
}

/** The MIME type by file extension; empty if it is not an accepted video. */
export function videoTypeOf(name: string): string {
  return (name.includes('.') && TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]) || ''
}

const ENDS: Record<Place, readonly [atStart: number, atEnd: number]> = { storage: [10, 90], host: [20, 60] }

/**
 * Progress in per cent: the specification's start and end values with the sent bytes between them. 100 means
 * that the server has stored the file.
 */
export function percentOf(place: Place, sent: number, size: number): number {
  const [atStart, atEnd] = ENDS[place]
  return Math.round(atStart + (atEnd - atStart) * Math.min(1, sent / size))
}
