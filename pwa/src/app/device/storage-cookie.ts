// ST4: a cookie that records that this device stores data. A browser that evicts stored data to free space
// keeps cookies.
import { readCookie, writeCookie } from '../../lib/storage'
import { makeStore, type Readable } from '../../lib/store'
import { unsentWork } from '../session/unsent-work'

const COOKIE = 'kept'
const MAX_AGE_S = 400 * 86_400
const REPORTED = 'told'

/** The lost data: the number of messages that had not been sent. */
export interface LostData {
  unsent: number
}

const store = makeStore<LostData | null>(null)
/** Set when the browser has removed the stored data, until the user has seen the note. */
export const lostData: Readable<LostData | null> = store

/** Records that this device stores a user's data, and the number of that user's unsent messages. */
export function recordStored(unsent: number): void {
  writeCookie(COOKIE, String(unsent + unsentWork.total()), MAX_AGE_S)
}

/** Whether the cookie records that this device stores a user's data. */
export function isStoredRecorded(): boolean {
  return readCookie(COOKIE) !== null
}

/** Records that a user's data was deliberately removed from this device. */
export function recordRemoved(): void {
  if (unsentWork.total() > 0) recordStored(0)
  else writeCookie(COOKIE, '', 0)
}

/**
 * Detects lost data: the cookie exists, but no database exists. Call at start, before a replica is opened.
 */
export async function detectLostData(): Promise<void> {
  const unsent = readCookie(COOKIE)
  if (unsent === null || unsent === REPORTED) return
  const databases = await indexedDB.databases().catch(() => null)
  // Report nothing if the browser cannot list databases, or if another tab has signed out meanwhile.
  if (
    databases === null ||
    databases.some(({ name }) => name?.startsWith('portal-u')) ||
    readCookie(COOKIE) !== unsent
  )
    return
  writeCookie(COOKIE, REPORTED, MAX_AGE_S)
  store.set({ unsent: Number(unsent) || 0 })
}

/** Sets the lost data; to null when the user has seen the note. */
export function reportLostData(lost: LostData | null): void {
  store.set(lost)
}
