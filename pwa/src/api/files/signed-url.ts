// Signed URLs of files, for pictures, videos and downloads. They are valid for five minutes.
import { steady } from '../../lib/time/clock'
import { api, NoAnswer } from '../client'

/**
 * 'none': the file has no preview, or none yet (`isComing`). 'gone': this user may not read the file, or it
 * no longer exists.
 */
export type FileAddress =
  { is: 'at'; href: string } | { is: 'none'; isComing: boolean } | { is: 'gone' } | { is: 'offline' }
export type Variant = 'file' | 'preview'

/** A URL is renewed this long before it expires. */
const MARGIN_MS = 30_000
/** A download that receives no byte for this long is aborted. */
const WATCHDOG_MS = 45_000
const cached = new Map<string, { until: number; href: string }>()

/**
 * The file's URL. It is cached while it is valid, so that a picture is fetched only once. `failedUrl`: a URL
 * that did not work and must not be returned again.
 */
export async function addressOf(
  url: string,
  variant: Variant = 'file',
  failedUrl?: string,
): Promise<FileAddress> {
  const key = `${variant} ${url}`
  const before = cached.get(key)
  if (before !== undefined && before.until > steady() && before.href !== failedUrl)
    return { is: 'at', href: before.href }
  try {
    const { data, response } = await api.POST('/storage/v1/object/sign', { body: { url, variant } })
    if (data === undefined) return { is: response.status === 404 ? 'gone' : 'offline' }
    if (data.address === null) return { is: 'none', isComing: data.is_coming }
    cached.set(key, { until: steady() + data.valid_s * 1000 - MARGIN_MS, href: data.address })
    return { is: 'at', href: data.address }
  } catch (error) {
    if (error instanceof NoAnswer) return { is: 'offline' }
    throw error
  }
}

/** A new URL, for when the previous one no longer works. */
export function newAddressOf(url: string): Promise<FileAddress> {
  cached.delete(`file ${url}`)
  return addressOf(url)
}

/** The content of a file, or null if it cannot be fetched now. */
export async function bytesOf(url: string): Promise<ArrayBuffer | null> {
  const address = await addressOf(url)
  return address.is === 'at' ? bytesAt(address.href) : null
}

/**
 * The content at a URL, or null if it cannot be fetched now. The download may take any time, but it fails
 * after a pause of 45 s.
 */
export async function bytesAt(href: string): Promise<ArrayBuffer | null> {
  const stop = new AbortController()
  let watchdog: ReturnType<typeof setTimeout> | undefined
  const restartWatchdog = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      stop.abort()
    }, WATCHDOG_MS)
  }
  restartWatchdog()
  try {
    const answer = await fetch(href, { signal: stop.signal })
    if (!answer.ok || answer.body === null) return null
    const parts: Uint8Array<ArrayBuffer>[] = []
    const reader = answer.body.getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return await new Blob(parts).arrayBuffer()
      parts.push(value)
      restartWatchdog()
    }
  } catch {
    return null
  } finally {
    clearTimeout(watchdog)
  }
}
