// The names of streams, and the stream from which a user's screens read.
import type { MetaRow } from './rows/replica'

const ADMINS = 'w'

export function clientStream(clientId: string): string {
  return `c:${clientId}`
}

export function userStream(userId: string): string {
  return `u:${userId}`
}

/** The stream that delivers rows to a user with this role: `w` to an admin, `own` to a client. */
export function streamFor(role: MetaRow['value'] | undefined, own: string): string {
  return role === 'admin' ? ADMINS : own
}
