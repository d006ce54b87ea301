// Preview of a conversation's last message for the client list. Pure.
import type { DirectoryEntry } from '../../../live/directory/use-directory'

interface Preview {
  text: string
  at: string | null
  state: 'arrived' | 'waiting' | 'refused'
}

export function previewOf({ thread, waiting }: Pick<DirectoryEntry, 'thread' | 'waiting'>): Preview {
  const after = waiting?.state === 'refused' ? waiting.refused_after : undefined
  const isOld = after !== undefined && (thread?.last_message_at ?? '') > after
  if (waiting !== undefined && !isOld) {
    const state = waiting.state === 'refused' ? 'refused' : 'waiting'
    return { text: waiting.body.content, at: waiting.created_at, state }
  }
  if (thread === undefined) return { text: '', at: null, state: 'arrived' }
  if (thread === null || thread.last_message_at === null)
    return { text: 'No messages yet', at: null, state: 'arrived' }
  const prefix = thread.last_message_role === 'admin' ? 'Team: ' : ''
  return { text: prefix + thread.last_message_preview, at: thread.last_message_at, state: 'arrived' }
}
