// Requests for the site's settings, which are neither stored nor queued on the device.
import { api, NoAnswer, signedFetch } from '../../api/client'
import { serverErrorOf } from '../../api/server-error'
import type { components } from '../../api/schema.gen'

export type Settings = components['schemas']['WebsiteSettingsOut']
export type Changes = components['schemas']['WebsiteSettingsIn']

export const NOT_LOADED = 'Error loading settings. Please try again later.'
export const NOT_SAVED = 'Failed to save settings. Please try again.'

export interface FieldError {
  message: string
  field: string | null
}

/** Returns the settings; null without a response. */
export async function fetchSettings(): Promise<Settings | null> {
  try {
    const { data } = await api.GET('/rest/v1/website_settings')
    return (data as { data?: Settings | null } | undefined)?.data ?? null
  } catch (error) {
    if (error instanceof NoAnswer) return null
    throw error
  }
}

export async function saveSettings(
  changes: Changes,
): Promise<{ value: Settings } | { rejected: FieldError }> {
  try {
    const { data, error } = await api.PATCH('/rest/v1/website_settings', { body: changes })
    if (data !== undefined) return { value: data }
    const rejected = serverErrorOf(error)
    // Only errors about a field have a message for the user.
    if (rejected?.code.startsWith('bad_'))
      return { rejected: { message: rejected.message, field: rejected.code.slice(4) } }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
  }
  return { rejected: { message: NOT_SAVED, field: null } }
}

const UPLOADS_PATH = '/storage/v1/upload/resumable'
const PART_BYTES = 4 * 1024 * 1024
const TUS = { 'Tus-Resumable': '1.0.0' }
export const NOT_UPLOADED = 'Failed to upload logo'

/**
 * Uploads a picture of at most 5 MB to public storage. Calls `onProgress` after each part with a value from 0
 * to 1.
 */
export async function uploadLogo(
  id: string,
  file: File,
  onProgress: (fraction: number) => void,
): Promise<{ url: string } | { rejected: string }> {
  try {
    const fields = { id, bucket: 'website-assets', filename: file.name, filetype: file.type }
    const metadata = Object.entries(fields)
      .map(([name, value]) => `${name} ${base64(value)}`)
      .join(',')
    let sent = await signedFetch(
      new Request(UPLOADS_PATH, {
        method: 'POST',
        headers: { ...TUS, 'Upload-Length': String(file.size), 'Upload-Metadata': metadata },
      }),
    )
    for (let start = 0; sent.response.ok && start < file.size; start += PART_BYTES) {
      const part = file.slice(start, start + PART_BYTES)
      const headers = {
        ...TUS,
        'Upload-Offset': String(start),
        'Content-Type': 'application/offset+octet-stream',
      }
      sent = await signedFetch(new Request(`${UPLOADS_PATH}/${id}`, { method: 'PATCH', headers, body: part }))
      onProgress(Math.min(1, (start + PART_BYTES) / file.size))
    }
    const { response, text } = sent
    const url = response.headers.get('Content-Location')
    if (response.ok && url !== null) return { url }
    const { message } =
      response.status === 422 || response.status === 413 ? (JSON.parse(text) as { message?: string }) : {}
    return { rejected: message ?? NOT_UPLOADED }
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof SyntaxError) return { rejected: NOT_UPLOADED }
    throw error
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
