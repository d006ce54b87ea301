// Delivery mark of an own message: clock, tick, double tick (coloured once it is read), or a red mark.
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'

import { cx } from '../../../ui/cx'
import type { Delivery } from '../rows/row'

export const MARKS: Record<Delivery, { text: string; Icon: typeof Check; tone: string }> = {
  queued: { text: 'Waiting to send', Icon: Clock, tone: 'text-ink-3' },
  unconfirmed: { text: 'May have arrived; is sent again', Icon: Clock, tone: 'text-ink-3' },
  limited: { text: 'Waits, because you have sent very many messages', Icon: Clock, tone: 'text-warn' },
  'server-failing': {
    text: 'Waits, because the server cannot store it right now',
    Icon: Clock,
    tone: 'text-warn',
  },
  'taking-back': { text: 'Unsending', Icon: Clock, tone: 'text-ink-3' },
  sending: { text: 'Sending', Icon: Clock, tone: 'text-ink-3' },
  'waiting-for-sign-in': { text: 'Waits until you sign in again', Icon: Clock, tone: 'text-warn' },
  refused: { text: 'Not sent', Icon: CircleAlert, tone: 'text-bad' },
  sent: { text: 'Sent', Icon: Check, tone: 'text-ink-3' },
  delivered: { text: 'Delivered', Icon: CheckCheck, tone: 'text-ink-3' },
  read: { text: 'Read', Icon: CheckCheck, tone: 'text-primary-ink' },
}

/** A clearer blue in the dark scheme, where the colour of links is as pale as the grey of the other marks. */
const READ = { color: 'light-dark(var(--primary-ink), #53bdff)' }

export function DeliveryMark({ delivery }: { delivery: Delivery }) {
  const { text, Icon, tone } = MARKS[delivery]
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      data-delivery={delivery}
      className={cx('inline-flex', tone)}
      {...(delivery === 'read' && { style: READ })}
    >
      <Icon size={delivery === 'read' ? 16 : 15} strokeWidth={2.2} aria-hidden="true" />
    </span>
  )
}
