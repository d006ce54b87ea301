// What of a conversation needs the network now: large files, addresses of files, and taking a message back.
import { api, NoAnswer } from '../../api/client'

export { addressOf, type FileAddress } from '../../api/file-address'
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
