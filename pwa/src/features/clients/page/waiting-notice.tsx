// The message that waits for the team's answer, with a link to answer it.
import { Link } from 'react-router'

import type { MessageRow } from '../../../db/rows/messages'
import { durationText } from '../../../lib/text/days'
import { type DirectoryEntry, waitsSince, waitTone } from '../../../live/directory/use-directory'
import { Button, buttonClass } from '../../../ui/button'
import { ActionNotice } from '../../../ui/feedback/action-notice'
import { cx } from '../../../ui/cx'
import { Time } from '../../../ui/time'
import { useAdminDashboard } from '../admin-dashboard'

type WaitingNoticeProps = {
  entry: DirectoryEntry
  messages: readonly MessageRow[]
  now: number
  /** Called when an admin ends the wait. This notice then disappears with the focused button. */
  onEnd: () => void
}

/** Renders nothing unless the client waits. */
export function WaitingNotice({ entry, messages, now, onEnd }: WaitingNoticeProps) {
  const { threadOf, endWait } = useAdminDashboard()
  const { client, thread } = entry
  const since = waitsSince(entry)
  if (since === null) return null
  const tone = waitTone(since, now)
  const stored = messages.find(({ id }) => id === thread?.last_message_id)
  // A message without a text has a file; the preview contains its name.
  const text = stored?.content || thread?.last_message_preview
  return (
    <ActionNotice
      label="Waiting for an answer"
      tone={tone}
      className="mt-4"
      action={
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <Link to={threadOf(client.id)} className={`${buttonClass('primary')} flex-1`}>
            Answer
          </Link>
          <Button
            className="flex-1"
            onClick={() => {
              endWait(entry)
              onEnd()
            }}
          >
            No answer needed
          </Button>
        </div>
      }
    >
      <h2 className={cx('text-sm font-semibold', tone === 'bad' ? 'text-bad' : 'text-warn')}>
        {client.contact_name} has waited for an answer for{' '}
        <Time at={since}>{durationText(now - Date.parse(since))}</Time>
      </h2>
      <p className="mt-0.5 line-clamp-3 text-base break-words text-ink">{text}</p>
    </ActionNotice>
  )
}
