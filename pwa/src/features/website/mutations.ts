// An admin's changes of the logo, and the texts of all changes of the settings.
import { LOGO as LOGO_FILE } from '../../lib/limits.gen'
import { uuid7 } from '../../lib/ids/uuid7'
import * as remote from './remote'

export const SAVED = 'Settings saved successfully'
export const UPLOADED = 'Logo uploaded successfully'
export const REMOVED = 'Logo removed successfully'

export const LOGO = {
  bytes: LOGO_FILE.bytes,
  width: 800,
  height: 200,
  types: ['image/jpeg', 'image/png', 'image/gif'],
}
const UNREADABLE = 'Failed to load image'
const TOO_LARGE = 'Image dimensions must not exceed 800x200 pixels'

/**
 * Why a file cannot be a logo, by its first bytes and its size in pixels, as separate lines; null if it can.
 */
export async function logoProblem(file: File, measure = sizeOf): Promise<readonly string[] | null> {
  if (file.size > LOGO.bytes) return [LOGO_FILE.tooLarge]
  const start = await file
    .slice(0, 8)
    .arrayBuffer()
    .catch(() => null)
  if (start === null) return [UNREADABLE]
  const isLogoType = isPicture(new Uint8Array(start))
  if (!isLogoType && !LOGO.types.includes(file.type)) return [LOGO_FILE.notSupported]
  const size = await measure(file)
  if (size === null) return [UNREADABLE]
  if (!isLogoType) return [LOGO_FILE.notSupported]
  return size.width > LOGO.width || size.height > LOGO.height
    ? [TOO_LARGE, `This picture has ${size.width}x${size.height}.`]
    : null
}

/** Stores a picture as the site's logo. The server checks it again. `onProgress` receives values from 0 to 1. */
export async function putLogo(
  file: File,
  onProgress: (fraction: number) => void,
): Promise<{ value: remote.Settings } | { rejected: string }> {
  const uploaded = await remote.uploadLogo(uuid7(), file, onProgress)
  if ('rejected' in uploaded) return uploaded
  const saved = await remote.saveSettings({ logo_url: uploaded.url })
  return 'value' in saved ? saved : { rejected: remote.NOT_UPLOADED }
}

/** Whether the first bytes are those of a JPEG, PNG or GIF. */
function isPicture(bytes: Uint8Array): boolean {
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte)
  return starts(0xff, 0xd8, 0xff) || starts(0x89, 0x50, 0x4e, 0x47) || starts(0x47, 0x49, 0x46, 0x38)
}

async function sizeOf(file: File): Promise<{ width: number; height: number } | null> {
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    return null
  }
}
