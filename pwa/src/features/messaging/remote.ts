// What of a conversation needs the network now: large files, addresses of files, a search, and taking a message back.
import { api, NoAnswer } from '../../api/client'
import type { MessageRow } from '../../db/rows'

export { addressOf, bytesAt, type Variant } from '../../api/file-address'
export { startUpload, type Upcoming } from '../../api/upload'

const NOT_NOW = 'The message could not be taken back. Please try again.'

/** Null when it is taken back; otherwise why not. */
export async function takeBack(messageId: string): Promise<string | null> {
  try {
    const { data, error } = await api.DELETE('/rest/v1/messages/{message_id}', { params: { path: { message_id: messageId } } })
    if (data !== undefined) return null
    return error.message
  } catch (error) {
    if (error instanceof NoAnswer) return NOT_NOW
    throw error
  }
}

/** The newest messages of the whole thread that contain `words`, newest first; null without an answer. */
export async function searchThread(clientId: string, words: string): Promise<MessageRow[] | null> {
  try {
    const { data } = await api.GET('/rest/v1/messages/search', { params: { query: { client_id: clientId, words } } })
    // Shown and never stored: they are in no stream of this device.
    return data === undefined ? null : data.rows.map((row) => ({ ...(row as Omit<MessageRow, '_s'>), _s: [] }))
  } catch (error) {
    if (error instanceof NoAnswer) return null
    throw error
  }
}
