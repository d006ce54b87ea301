// Which videos may be uploaded, in which words others are refused, and how far one is on its way. Pure.

/** `storage` is our own; the video `host` takes one kind alone, and so does what stands in for it. */
export type Place = 'storage' | 'host'

export const MOST = 500 * 1024 * 1024
const TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  ogg: 'video/ogg',
  ogv: 'video/ogg',
  mov: 'video/quicktime',
  qt: 'video/quicktime',
  avi: 'video/x-msvideo',
}
const TOO_LARGE = 'Video file size must be less than 500MB'
const NO_VIDEO = 'Video must be MP4, WebM, OGG, QuickTime, or AVI format'
const ONLY_MP4 = 'Only MP4 videos are supported for Cloudinary upload'
export const UPLOAD_FAILED = 'Upload failed'

export const ACCEPTED: Record<Place, string> = { storage: Object.keys(TYPES).map((ending) => `.${ending}`).join(','), host: '.mp4' }
/** What is said before anything is chosen. */
export const HINTS: Record<Place, string> = {
  storage: 'MP4, WebM, OGG, QuickTime or AVI, up to 500 MB.',
  host: 'MP4, up to 500 MB.',
}

interface FileFacts {
  name: string
  size: number
}

/** Why this file is not taken; null if it is. What is in it the server judges by itself. */
export function whyNotVideo({ name, size }: FileFacts, place: Place): string | null {
  const type = videoTypeOf(name)
  if (place === 'host' && type !== 'video/mp4') return ONLY_MP4
  if (type === '') return NO_VIDEO
  if (size > MOST) return TOO_LARGE
  return size === 0 ? 'The file is empty' : null
}

/** By the ending of its name; empty for none of ours. */
export function videoTypeOf(name: string): string {
  return (name.includes('.') && TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]) || ''
}

const ENDS: Record<Place, readonly [begun: number, sent: number]> = { storage: [10, 90], host: [20, 60] }

/** The documents' end points with real bytes between them; 100 is when the server has all of it. */
export function percentOf(place: Place, sent: number, size: number): number {
  const [begun, end] = ENDS[place]
  return Math.round(begun + (end - begun) * Math.min(1, sent / size))
}
