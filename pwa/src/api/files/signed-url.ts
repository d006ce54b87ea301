// Addresses at which this session may fetch a file for five minutes: what pictures, videos and downloads are given.
import { steady } from '../../lib/clock'
import { api, NoAnswer } from '../client'

/** 'none': there is no small picture, or it is still to be drawn. 'gone': the file is not for this person, or no more. */
export type FileAddress = { is: 'at'; href: string } | { is: 'none'; isComing: boolean } | { is: 'gone' } | { is: 'offline' }
export type Variant = 'file' | 'preview'

/** Renewed this long before its end. */
const MARGIN_MS = 30_000
/** Without a byte for so long nobody sends any more. */
const WATCHDOG_MS = 45_000
const known = new Map<string, { until: number; href: string }>()

/** The same address for as long as it holds, so that a picture is fetched once. `refused`: one that did not do. */
export async function addressOf(url: string, variant: Variant = 'file', refused?: string): Promise<FileAddress> {
  const key = `${variant} ${url}`
  const before = known.get(key)
  if (before !== undefined && before.until > steady() && before.href !== refused) return { is: 'at', href: before.href }
  try {
    const { data, response } = await api.POST('/storage/v1/object/sign', { body: { url, variant } })
    if (data === undefined) return { is: response.status === 404 ? 'gone' : 'offline' }
    if (data.address === null) return { is: 'none', isComing: data.is_coming }
    known.set(key, { until: steady() + data.valid_s * 1000 - MARGIN_MS, href: data.address })
    return { is: 'at', href: data.address }
  } catch (error) {
    if (error instanceof NoAnswer) return { is: 'offline' }
    throw error
  }
}

/** A new address, where the one before was not answered any more. */
export function newAddressOf(url: string): Promise<FileAddress> {
  known.delete(`file ${url}`)
  return addressOf(url)
}

/** What is in a file; null where it cannot be had now. */
export async function bytesOf(url: string): Promise<ArrayBuffer | null> {
  const found = await addressOf(url)
  return found.is === 'at' ? bytesAt(found.href) : null
}

/** What stands at an address; null where it cannot be had now. However long a file takes, it may not stand still for long. */
export async function bytesAt(href: string): Promise<ArrayBuffer | null> {
  const stop = new AbortController()
  let watchdog: ReturnType<typeof setTimeout> | undefined
  const hasMoved = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      stop.abort()
    }, WATCHDOG_MS)
  }
  hasMoved()
  try {
    const answer = await fetch(href, { signal: stop.signal })
    if (!answer.ok || answer.body === null) return null
    const parts: Uint8Array<ArrayBuffer>[] = []
    const reader = answer.body.getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return await new Blob(parts).arrayBuffer()
      parts.push(value)
      hasMoved()
    }
  } catch {
    return null
  } finally {
    clearTimeout(watchdog)
  }
}
