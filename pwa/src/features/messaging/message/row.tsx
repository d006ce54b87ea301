// One message: day, unread line and name above its bubble; rejection and read marker below it.
import { memo } from 'react'

import { dayText, timeText } from '../../../lib/text/days'
import { clockTime, dateTimeText } from '../../../lib/text/times'
import { cx } from '../../../ui/cx'
import { Face } from '../../../ui/face'
import { Attachment } from '../files/attachment'
import { DeliveryMark } from './delivery-mark'
import { MessageCard } from './card'
import { MessageText } from './text'
import { RejectedActions } from './failed-actions'
import { TakeBackLine } from './take-back-line'
import type { Row } from '../rows/row'
import { UndoLine } from './undo-line'
import { WaitingFile } from '../files/waiting-file'
import '../../../ui/own-bubble.css'

/** The text below a file wraps at the file's width, so that it leaves no blank area beside it. */
const AS_WIDE_AS_THE_FILE = { width: 0, minWidth: '100%' }

/** `isSearchTarget`: whether the search has scrolled to this message. */
export const MessageRow = memo(function MessageRow({
  row,
  now,
  isSearchTarget,
}: {
  row: Row
  now: number
  isSearchTarget: boolean
}) {
  const { isOurs, delivery } = row
  return (
    <div className={cx('mx-auto max-w-3xl px-3 @3xl:px-6', row.startsGroup ? 'pt-3' : 'pt-[3px]')}>
      {row.startsDay && <DayLine text={dayText(row.at, now)} />}
      {row.isFirstUnread && <UnreadDivider />}
      <div className={cx('flex gap-2', isOurs ? 'flex-row-reverse' : 'flex-row')}>
        {!isOurs && (
          <span className="w-7 shrink-0 pt-0.5">
            {row.startsGroup && (
              <Face name={row.senderName} isTeam={row.message?.sender_role === 'admin'} size="sm" />
            )}
          </span>
        )}
        <div
          className={cx(
            'flex max-w-[85%] min-w-0 flex-col @3xl:max-w-[75%]',
            isOurs ? 'items-end' : 'items-start',
          )}
        >
          {row.showsName && <p className="mb-0.5 px-1 text-xs font-medium text-ink-2">{row.senderName}</p>}
          <div
            className={cx(
              'max-w-full rounded-lg border px-3 py-1.5 text-base text-ink',
              bubbleClass(row),
              isSearchTarget && 'outline-2 outline-offset-2 outline-focus',
              isOurs && !row.startsGroup && 'rounded-tr-sm',
              isOurs && !row.endsGroup && 'rounded-br-sm',
              !isOurs && !row.startsGroup && 'rounded-tl-sm',
              !isOurs && !row.endsGroup && 'rounded-bl-sm',
            )}
          >
            {!row.showsName && <span className="sr-only">{isOurs ? 'You: ' : `${row.senderName}: `}</span>}
            {row.card !== null && <MessageCard card={row.card} className="mt-0.5 mb-1.5" />}
            {row.file?.is === 'stored' && <Attachment messageId={row.key} file={row.file} />}
            {row.file?.is === 'waiting' && <WaitingFile file={row.file} entry={row.waiting} />}
            <div style={row.file === null ? undefined : AS_WIDE_AS_THE_FILE}>
              {row.isRemoved ? (
                <span className="text-ink-3 italic">Message removed</span>
              ) : (
                <MessageText text={row.content} />
              )}
              <span className="float-right mt-1 -mr-0.5 ml-2.5 inline-flex h-4 items-center gap-1">
                <time dateTime={row.at} title={dateTimeText(row.at)} className="tabular text-xs text-ink-3">
                  {clockTime(row.at)}
                </time>
                {delivery !== null && <DeliveryMark delivery={delivery} />}
              </span>
            </div>
          </div>
          {row.waiting?.kind === 'messages.take_back' && (
            <TakeBackLine entry={row.waiting} hasArrived={row.message !== null} />
          )}
          {row.waiting?.kind === 'messages.send' && row.waiting.state === 'refused' && (
            <RejectedActions entry={row.waiting} />
          )}
          {isOurs && !row.isRemoved && <UndoLine row={row} />}
          {row.readBy !== null && (
            <p className="tabular mt-1 px-1 text-xs text-ink-3" title={dateTimeText(row.readBy.at)}>
              Read by {row.readBy.name}, {timeText(row.readBy.at, Date.parse(row.at))}
            </p>
          )}
        </div>
      </div>
    </div>
  )
})

function bubbleClass({ isOurs, delivery }: Row): string {
  if (delivery === 'refused') return 'border-bad-line bg-bad-soft'
  return isOurs ? 'own-bubble' : 'border-line bg-surface'
}

function DayLine({ text }: { text: string }) {
  return (
    <div role="separator" aria-label={text} className="flex justify-center pt-2 pb-3">
      <span className="rounded-full border border-line bg-surface px-2.5 py-0.5 text-xs font-medium text-ink-3">
        {text}
      </span>
    </div>
  )
}

function UnreadDivider() {
  return (
    <div
      role="separator"
      aria-label="New messages"
      className="flex items-center gap-3 pb-3 text-xs font-semibold text-primary-ink"
    >
      <span className="h-px flex-1 bg-primary-line" />
      New messages
      <span className="h-px flex-1 bg-primary-line" />
    </div>
  )
}
