// Reads the time of a user's last authentication from the token of the session.
import { claimsOf, type StoredSession } from './session-store'

/** The time of the user's last authentication, in ms by the server's clock; 0 if the token has none. */
export function provedAt({ access_token }: StoredSession): number {
  const amr: unknown = claimsOf(access_token)['amr']
  const times = Array.isArray(amr)
    ? amr.map((entry: { timestamp?: unknown }) => Number(entry.timestamp) || 0)
    : []
  return Math.max(0, ...times) * 1000
}
