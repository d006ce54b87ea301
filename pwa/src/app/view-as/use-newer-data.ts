// Whether a client's data is newer than the viewed snapshot, according to the admin's own rows, which sync at
// once.
import type { Replica } from '../../db/schema'
import { type Live, useQuery } from '../../live/live'
import { useRows } from '../../live/view'

/** True if a row is newer than in `viewed`; false if `viewed` is null. */
export function useNewer(viewed: Live | null, clientId: string): boolean {
  const now = useRows('w', (replica) => versionsOf(replica, clientId), [clientId])
  const then = useQuery(() => (viewed === null ? Promise.resolve(null) : versionsOf(viewed.replica, clientId)), [viewed, clientId])
  return now.is === 'ready' && then !== undefined && then !== null && now.versions.some((version, at) => version > (then.versions[at] ?? 0))
}

/** The versions of the rows with the client's id: client, thread, and the two of the chatbot page. */
async function versionsOf({ clients, threads, chatbot_embeds, chat_histories }: Replica, id: string): Promise<{ versions: number[] }> {
  const rows = await Promise.all([clients.get(id), threads.get(id), chatbot_embeds.get(id), chat_histories.get(id)])
  return { versions: rows.map((row) => row?.v ?? 0) }
}
