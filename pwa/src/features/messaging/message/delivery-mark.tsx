// Delivery mark of an own message: clock, tick, double tick (coloured once it is read), or a red mark.
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'

import { cx } from '../../../ui/cx'
import type { Delivery } from '../thread/rows/row'

export const MARKS: Record<Delivery, { words: string; Icon: typeof Check; tone: string }> = {
  queued: { words: 'Waiting to send', Icon: Clock, tone: 'text-ink-3' },
  unconfirmed: { words: 'May have arrived; is sent again', Icon: Clock, tone: 'text-ink-3' },
  limited: { words: 'Waits, because you have sent very many messages', Icon: Clock, tone: 'text-warn' },
  'server-failing': {
    words: 'Waits, because the server cannot store it right now',
    Icon: Clock,
    tone: 'text-warn',
  },
  'taking-back': { words: 'Unsending', Icon: Clock, tone: 'text-ink-3' },
  sending: { words: 'Sending', Icon: Clock, tone: 'text-ink-3' },
  'waiting-for-sign-in': { words: 'Waits until you sign in again', Icon: Clock, tone: 'text-warn' },
  refused: { words: 'Not sent', Icon: CircleAlert, tone: 'text-bad' },
  sent: { words: 'Sent', Icon: Check, tone: 'text-ink-3' },
  delivered: { words: 'Delivered', Icon: CheckCheck, tone: 'text-ink-3' },
  read: { words: 'Read', Icon: CheckCheck, tone: 'text-primary-ink' },
}

/** A clearer blue in the dark scheme, where the colour of links is as pale as the grey of the other marks. */
const READ = { color: 'light-dark(var(--primary-ink), #53bdff)' }

export function DeliveryMark({ delivery }: { delivery: Delivery }) {
  const { words, Icon, tone } = MARKS[delivery]
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      data-delivery={delivery}
      className={cx('inline-flex', tone)}
      {...(delivery === 'read' && { style: READ })}
    >
      <Icon size={delivery === 'read' ? 16 : 15} strokeWidth={2.2} aria-hidden="true" />
    </span>
  )
}
