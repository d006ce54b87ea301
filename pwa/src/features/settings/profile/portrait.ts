// An admin's own picture: cut and scaled on this device, and uploaded.
import { PORTRAIT_PX } from '../../../lib/limits.gen'
import { uuid7 } from '../../../lib/ids/uuid7'
import { setPortrait, startUpload } from './remote'

export const TYPES = ['image/jpeg', 'image/png', 'image/webp']
export const NOT_SUPPORTED = 'File must be JPEG, PNG, or WebP'
export const UNREADABLE = 'This picture could not be read. Choose another one.'
export const NOT_SAVED = 'Your picture could not be saved. Check the connection and try again.'

export type PortraitResult = { is: 'saved'; picture: Blob } | { is: 'failed'; message: string }

/** The middle square of a picture, at most 256 px wide, as a JPEG; null if the browser cannot read it. */
async function squareOf(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return null
  const side = Math.min(picture.width, picture.height)
  const size = Math.min(side, PORTRAIT_PX)
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const left = (picture.width - side) / 2
  const top = (picture.height - side) / 2
  const drawing = canvas.getContext('2d')
  if (drawing === null) return null
  // A JPEG has no transparency, so transparent areas would become black.
  drawing.fillStyle = '#ffffff'
  drawing.fillRect(0, 0, size, size)
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(picture, left, top, side, side, 0, 0, size, size)
  picture.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88))
}

/** Stores the chosen file's square as the admin's picture. The server checks it again. */
export async function savePortrait(file: File, square = squareOf): Promise<PortraitResult> {
  if (!TYPES.includes(file.type)) return { is: 'failed', message: NOT_SUPPORTED }
  const picture = await square(file)
  if (picture === null) return { is: 'failed', message: UNREADABLE }
  const upload = { id: uuid7(), bucket: 'portraits', name: 'portrait.jpg', type: picture.type } as const
  const uploadResult = await startUpload(
    { ...upload, content: picture },
    { isResumed: false, onProgress: () => undefined },
  ).done
  if (uploadResult.is === 'stored' && (await setPortrait(uploadResult.url))) return { is: 'saved', picture }
  return { is: 'failed', message: uploadResult.is === 'rejected' ? uploadResult.message : NOT_SAVED }
}
