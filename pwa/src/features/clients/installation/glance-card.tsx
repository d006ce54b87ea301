// The health card with the last backup, payment update and emails, and the Friday scans.
import { CreditCard, DatabaseBackup, Gauge, type LucideIcon, Mail, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { agoText, calendarDayText } from '../../../lib/text/days'
import { Card } from '../../../ui/card'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import { useMinute } from '../../../ui/hooks/use-now'
import { Time } from '../../../ui/time'
import type { Installation } from '../remote'
import { Fine } from './lines'
import { countsText } from './waiting'

export function GlanceCard({ installation }: { installation: Installation }) {
  const now = useMinute()
  const { mails, friday, webhook_at, backup_at } = installation
  return (
    <Card title="At a glance">
      <dl className="health-glance text-base">
        <Detail Icon={DatabaseBackup} name="Last backup">
          {backup_at === null ? (
            <span className="flex items-center gap-1.5 font-medium text-bad">
              <TriangleAlert size={16} aria-hidden="true" className="shrink-0" />
              None yet
            </span>
          ) : (
            <Fine>
              <Time at={backup_at}>{agoText(backup_at, now)}</Time>
            </Fine>
          )}
        </Detail>
        <Detail Icon={CreditCard} name="Last payment update">
          {webhook_at === null ? (
            'None yet. The first one comes when a client pays.'
          ) : (
            <Time at={webhook_at}>{agoText(webhook_at, now)}</Time>
          )}
        </Detail>
        <Detail Icon={Mail} name="Emails, last 7 days">
          <MailLine mails={mails} />
        </Detail>
        <Detail Icon={Gauge} name="Friday scans">
          {friday === null ? (
            'None yet. Every website is scanned on Fridays.'
          ) : (
            <FridayLine week={friday.week} states={friday.states} />
          )}
        </Detail>
      </dl>
    </Card>
  )
}

/** Also says that no email waits, because a number alone does not say whether all is well. */
function MailLine({ mails }: { mails: Record<string, number> }) {
  const sent = mails['sent'] ?? 0
  const waiting = (mails['waiting'] ?? 0) + (mails['sending'] ?? 0)
  const problems = countsText([
    [mails['failed'] ?? 0, 'failed'],
    [mails['unknown'] ?? 0, 'perhaps not delivered'],
  ])
  if (problems !== '') return `${sent} sent, ${waiting} waiting, ${problems}. See the list below.`
  if (waiting > 0) return `${sent} sent, ${waiting} waiting`
  if (sent > 0) return <Fine>{sent} sent, none waiting</Fine>
  return 'No email waits. The weekly one goes only to clients with news.'
}

function FridayLine({ week, states }: { week: string; states: Record<string, number> }) {
  const all = Object.values(states).reduce((sum, count) => sum + count, 0)
  const ended = (states['done'] ?? 0) + (states['failed'] ?? 0) + (states['dropped'] ?? 0)
  const failed = states['failed'] ?? 0
  const isDone = ended === all
  const text = `${calendarDayText(week, 'short')}: ${ended} of ${all} done${failed > 0 ? `, ${failed} failed` : ''}`
  return (
    <>
      {isDone && failed === 0 ? <Fine>{text}</Fine> : text}
      {!isDone && <ProgressBar label="Friday scans" percent={Math.round((100 * ended) / all)} />}
    </>
  )
}

type DetailProps = { Icon: LucideIcon; name: string; children: ReactNode }

function Detail({ Icon, name, children }: DetailProps) {
  return (
    <div className="relative min-w-0">
      <dt className="text-sm text-ink-3">
        <span
          aria-hidden="true"
          className="absolute top-0 left-0 flex size-9 shrink-0 items-center justify-center rounded-md bg-primary-soft text-primary-ink"
        >
          <Icon size={18} />
        </span>
        {name}
      </dt>
      <dd className="font-medium text-pretty text-ink">{children}</dd>
    </div>
  )
}
