// Network calls of a conversation: large files, signed URLs of files, and search.
import { api, NoAnswer } from '../../api/client'
import type { MessageRow } from '../../db/rows/messages'

export { RETRY_PAUSES } from '../../api/files/retry-pauses'
export { addressOf, bytesAt, type Variant } from '../../api/files/signed-url'
export { startUpload, type RunningUpload } from '../../api/files/upload'

export interface ServerSearch {
  matches: MessageRow[]
  /** The server ran out of time, so there may be more matches. */
  isIncomplete: boolean
}

/**
 * The newest messages of the whole thread that contain `words`, newest first, or null without a response.
 * `signal` cancels the search on the server too.
 */
export async function searchThread(
  clientId: string,
  words: string,
  signal: AbortSignal,
): Promise<ServerSearch | null> {
  try {
    const { data } = await api.GET('/rest/v1/messages/search', {
      params: { query: { client_id: clientId, words } },
      signal,
    })
    if (data === undefined) return null
    // These rows are shown but never stored, because no stream of this device contains them.
    const matches = data.rows.map((row) => ({ ...(row as Omit<MessageRow, '_s'>), _s: [] }))
    return { matches, isIncomplete: data.incomplete }
  } catch (error) {
    if (error instanceof NoAnswer) return null
    throw error
  }
}
