// An admin's changes of the site's settings, and their texts.
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
const NO_IMAGE = 'Failed to load image'
const NO_SIZE = 'Image dimensions must not exceed 800x200 pixels'

/** Why a file cannot be a logo, by its first bytes and its size in pixels; null if it can. */
export async function logoProblem(file: File, measure = measured): Promise<string | null> {
  if (file.size > LOGO.bytes) return LOGO_FILE.tooLarge
  const isLogoType = isPicture(new Uint8Array(await file.slice(0, 8).arrayBuffer()))
  if (!isLogoType && !LOGO.types.includes(file.type)) return LOGO_FILE.notSupported
  const size = await measure(file)
  if (size === null) return NO_IMAGE
  if (!isLogoType) return LOGO_FILE.notSupported
  return size.width > LOGO.width || size.height > LOGO.height
    ? `${NO_SIZE} (this one has ${size.width}x${size.height})`
    : null
}

/** Stores a picture as the site's logo. The server checks it again. */
export async function putLogo(
  file: File,
  progress: (part: number) => void,
): Promise<{ value: remote.Settings } | { rejected: string }> {
  const sent = await remote.uploadLogo(uuid7(), file, progress)
  if ('rejected' in sent) return sent
  const saved = await remote.saveSettings({ logo_url: sent.url })
  return 'value' in saved ? saved : { rejected: remote.NOT_UPLOADED }
}

function isPicture(head: Uint8Array): boolean {
  const starts = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)
  return starts(0xff, 0xd8, 0xff) || starts(0x89, 0x50, 0x4e, 0x47) || starts(0x47, 0x49, 0x46, 0x38)
}

async function measured(file: File): Promise<{ width: number; height: number } | null> {
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    return null
  }
}
