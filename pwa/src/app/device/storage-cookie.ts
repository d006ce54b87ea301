// ST4: a cookie that records that this device stores data. A browser that evicts storage for space keeps
// cookies.
import { readCookie, writeCookie } from '../../lib/storage'
import { makeStore, type Readable } from '../../lib/store'
import { unsentWork } from './unsent-work'

const COOKIE = 'kept'
const KEPT_S = 400 * 86_400
const TOLD = 'told'

/** The lost data: the number of messages that had not been sent. */
export interface Lost {
  unsent: number
}

const store = makeStore<Lost | null>(null)
/** Set when the browser has removed the stored data, until the user has seen the note. */
export const lostData: Readable<Lost | null> = store

/** Records that a user's data is stored here, and how many of their messages are not sent yet. */
export function noteKept(unsent: number): void {
  writeCookie(COOKIE, String(unsent + unsentWork.total()), KEPT_S)
}

/** Records that a user's data was deliberately removed from this device. */
export function noteTaken(): void {
  if (unsentWork.total() > 0) noteKept(0)
  else writeCookie(COOKIE, '', 0)
}

/** Detects lost data: the cookie exists, but no database. Call at start, before a replica is opened. */
export async function lookForLost(): Promise<void> {
  const unsent = readCookie(COOKIE)
  if (unsent === null || unsent === TOLD) return
  const databases = await indexedDB.databases().catch(() => null)
  // Report nothing if the browser cannot list databases, or if another tab has signed out meanwhile.
  if (databases === null || databases.some(({ name }) => name?.startsWith('portal-u')) || readCookie(COOKIE) !== unsent) return
  writeCookie(COOKIE, TOLD, KEPT_S)
  store.set({ unsent: Number(unsent) || 0 })
}

export function lostIsSeen(): void {
  store.set(null)
}
