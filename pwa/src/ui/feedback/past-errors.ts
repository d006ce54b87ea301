// The errors of this visit's toasts. The list of notifications shows them after the toasts have disappeared.
import { makeStore, type Readable } from '../../lib/store'
import { iso, serverNow } from '../../lib/time/clock'

export interface PastError {
  id: number
  at: string
  title: string
  body: string
}

const MAX_ERRORS = 20

const store = makeStore<readonly PastError[]>([])
/** Newest first. */
export const pastErrors: Readable<readonly PastError[]> = store
let lastId = 0
let owner: string | null = null

export function keepError({ title, body = '' }: { title: string; body?: string }): void {
  lastId += 1
  store.set([{ id: lastId, at: iso(serverNow()), title, body }, ...store.get()].slice(0, MAX_ERRORS))
}

export function dismissError(id: number): void {
  store.set(store.get().filter((error) => error.id !== id))
}

/** Deletes the errors of another user, who was signed in on this page before. */
export function keepErrorsOf(userId: string): void {
  if (owner !== null && owner !== userId) store.set([])
  owner = userId
}
