// ST4: whether this device had stored something, in a cookie: a browser that clears storage for space keeps cookies.
import { readCookie, writeCookie } from '../../lib/storage'
import { makeStore, type Readable } from '../../lib/store'
import { unsentWork } from './unsent-work'

const COOKIE = 'kept'
const KEPT_S = 400 * 86_400
const TOLD = 'told'

/** What is gone: so many messages had not been sent. */
export interface Lost {
  unsent: number
}

const store = makeStore<Lost | null>(null)
/** Set when the browser has removed what was stored here, until the person has seen it. */
export const lostData: Readable<Lost | null> = store

/** A person's data is stored here, and so many messages of theirs are not sent yet. */
export function noteKept(unsent: number): void {
  writeCookie(COOKIE, String(unsent + unsentWork.total()), KEPT_S)
}

/** A person's data was taken off this device, as it should be. */
export function noteTaken(): void {
  if (unsentWork.total() > 0) noteKept(0)
  else writeCookie(COOKIE, '', 0)
}

/** Called at start, before a replica is opened: the device knows that it had data, and there is no database. */
export async function lookForLost(): Promise<void> {
  const unsent = readCookie(COOKIE)
  if (unsent === null || unsent === TOLD) return
  const databases = await indexedDB.databases().catch(() => null)
  // A browser that cannot tell has not lost anything yet, and another tab may have signed out meanwhile.
  if (databases === null || databases.some(({ name }) => name?.startsWith('portal-u')) || readCookie(COOKIE) !== unsent) return
  writeCookie(COOKIE, TOLD, KEPT_S)
  store.set({ unsent: Number(unsent) || 0 })
}

export function lostIsSeen(): void {
  store.set(null)
}
