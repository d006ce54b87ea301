// Whether a client's page would show something newer than what is viewed: the admin's own rows follow the server at once.
import type { Replica } from '../../db/schema'
import { type Live, useQuery } from '../../live/live'
import { useRows } from '../../live/view'

/** `viewed` null: nothing is, so that nothing is newer. */
export function useNewer(viewed: Live | null, clientId: string): boolean {
  const now = useRows('w', (replica) => versionsOf(replica, clientId), [clientId])
  const then = useQuery(() => (viewed === null ? Promise.resolve(null) : versionsOf(viewed.replica, clientId)), [viewed, clientId])
  return now.is === 'ready' && then !== undefined && then !== null && now.versions.some((version, at) => version > (then.versions[at] ?? 0))
}

/** Of the rows that bear the client's id: their facts, the end of their conversation, and what their chatbot page has. */
async function versionsOf({ clients, threads, chatbot_embeds, chat_histories }: Replica, id: string): Promise<{ versions: number[] }> {
  const rows = await Promise.all([clients.get(id), threads.get(id), chatbot_embeds.get(id), chat_histories.get(id)])
  return { versions: rows.map((row) => row?.v ?? 0) }
}
