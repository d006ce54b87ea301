// The last message of a client's conversation, with its sender or its outbox state.
import { CircleAlert, Clock } from 'lucide-react'

import type { DirectoryEntry } from '../../../live/directory/use-directory'

export function LastMessage({ entry: { thread, waiting, client } }: { entry: DirectoryEntry }) {
  if (waiting !== undefined) {
    const isRejected = waiting.state === 'refused'
    const Icon = isRejected ? CircleAlert : Clock
    return (
      <>
        <Icon
          size={13}
          aria-label={isRejected ? 'Not sent' : 'Waiting to send'}
          className={isRejected ? 'shrink-0 text-bad' : 'shrink-0 text-ink-3'}
        />
        <span className="client-preview">{waiting.body.content}</span>
      </>
    )
  }
  if (thread === undefined) return null
  if (thread === null || thread.last_message_at === null)
    return <span className="client-preview text-ink-3">No messages yet</span>
  const sender = thread.last_message_role === 'admin' ? 'Team' : (client.contact_name.split(' ')[0] ?? '')
  return (
    <span className="client-preview">
      {sender !== '' && <span className="text-ink-3">{sender}: </span>}
      {thread.last_message_preview}
    </span>
  )
}
