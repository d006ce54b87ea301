// What of a conversation needs the network now: large files, addresses of files, and a search.
import { api, NoAnswer } from '../../api/client'
import type { MessageRow } from '../../db/rows/rows'

export { addressOf, bytesAt, type Variant } from '../../api/files/signed-url'
export { startUpload, type Upcoming } from '../../api/files/upload'

export interface ServerSearch {
  found: MessageRow[]
  /** The server ran out of time: there may be more. */
  isIncomplete: boolean
}

/** The newest messages of the whole thread that contain `words`, newest first; null without an answer. `signal` ends it on the server too. */
export async function searchThread(clientId: string, words: string, signal: AbortSignal): Promise<ServerSearch | null> {
  try {
    const { data } = await api.GET('/rest/v1/messages/search', { params: { query: { client_id: clientId, words } }, signal })
    if (data === undefined) return null
    // Shown and never stored: they are in no stream of this device.
    const found = data.rows.map((row) => ({ ...(row as Omit<MessageRow, '_s'>), _s: [] }))
    return { found, isIncomplete: data.incomplete }
  } catch (error) {
    if (error instanceof NoAnswer) return null
    throw error
  }
}
