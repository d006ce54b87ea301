// When a user last proved who they are, as the token of their session tells.
import { claimsOf, type StoredSession } from './session-store'

/** When the person of a session last proved who they are, in ms by the server's clock, as far as its token knows. */
export function provedAt({ access_token }: StoredSession): number {
  const amr: unknown = claimsOf(access_token)['amr']
  const times = Array.isArray(amr) ? amr.map((entry: { timestamp?: unknown }) => Number(entry.timestamp) || 0) : []
  return Math.max(0, ...times) * 1000
}
