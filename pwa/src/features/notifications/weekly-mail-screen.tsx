// An admin's preview of one client's weekly email as it would be sent now, at the width of a phone or of a
// mail program.
import { MailX, Users } from 'lucide-react'
import { useEffect, useState } from 'react'

import { monthDayText } from '../../lib/text/days'
import { type DirectoryEntry, useDirectory } from '../../live/directory/use-directory'
import { Alert } from '../../ui/feedback/alert'
import { BackLink } from '../../ui/layout/back-link'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/feedback/empty-state'
import { Segments } from '../../ui/form/segments'
import { SelectField } from '../../ui/form/select-field'
import { Skeleton } from '../../ui/feedback/skeleton'
import { cx } from '../../ui/cx'
import { PAGE, PageHead } from '../../ui/layout/page'
import { useWeeklyMail, type WeeklyMail } from './use-weekly-mail'
import { WeeklyTest } from './weekly-test'
import './weekly-mail.css'

type Width = 'phone' | 'desktop'
const WIDTHS: readonly { value: Width; label: string }[] = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
]
const WIDTH_PX = { phone: 320, desktop: 640 }
/** Height of the frame in px until the email is loaded. */
const MAIL_HEIGHT = 2100
const NONE: readonly DirectoryEntry[] = []

type ScreenProps = { backHref: string; client: string | null; onChoose: (clientId: string) => void }

/** `client` is the client whose email is shown; the first by company if none is chosen. */
export default function WeeklyMailScreen({ backHref, client, onChoose }: ScreenProps) {
  const directory = useDirectory()
  const [width, setWidth] = useState<Width>('phone')
  const entries = directory.is === 'ready' ? directory.byCompany : NONE
  const recipients = entries.map((entry) => entry.client).filter(({ user_id }) => user_id !== null)
  const chosen = recipients.find(({ id }) => id === client) ?? recipients[0]
  return (
    <div className={cx(PAGE, 'flex flex-col gap-5')}>
      <div>
        <BackLink to={backHref}>Reports</BackLink>
        <PageHead title="Weekly email" lead="Preview of Monday’s 8 AM email." />
      </div>
      {directory.is === 'loading' && <LoadingMail />}
      {directory.is === 'failed' && (
        <Alert
          action={
            <Button size="sm" onClick={directory.retry}>
              Retry
            </Button>
          }
        >
          Error loading clients. Please try again later.
        </Alert>
      )}
      {directory.is === 'ready' && chosen === undefined && (
        <EmptyState icon={<Users size={22} aria-hidden="true" />} title="No recipients yet">
          The first email is sent on the Monday after a client has signed up.
        </EmptyState>
      )}
      {chosen !== undefined && (
        <div className="weekly">
          <SelectField
            label="Client"
            value={chosen.id}
            options={recipients.map(({ id, company_name }) => [id, company_name] as const)}
            onChange={(event) => onChoose(event.currentTarget.value)}
          />
          <div className="weekly-preview">
            <Preview clientId={chosen.id} width={width} />
          </div>
          <div className="flex flex-col gap-5">
            <div className="weekly-width">
              <Segments label="Width" value={width} options={WIDTHS} onChange={setWidth} />
            </div>
            <WeeklyTest key={chosen.id} clientId={chosen.id} />
          </div>
        </div>
      )}
    </div>
  )
}

function Preview({ clientId, width }: { clientId: string; width: Width }) {
  const { view, retry } = useWeeklyMail(clientId)
  if (view.is === 'loading') return <LoadingMail />
  if (view.is === 'failed') {
    return (
      <Alert
        action={
          <Button size="sm" onClick={retry}>
            Retry
          </Button>
        }
      >
        The email could not be created. Check the connection and try again.
      </Alert>
    )
  }
  if (view.is === 'nothing') {
    return (
      <EmptyState icon={<MailX size={22} aria-hidden="true" />} title="No email this week">
        Nothing new to report.
      </EmptyState>
    )
  }
  return <Mail mail={view.mail} width={width} />
}

function Mail({ mail, width }: { mail: WeeklyMail; width: Width }) {
  return (
    <>
      <p className="mb-2 text-sm text-ink-3">{periodText(mail)}</p>
      <section
        aria-label="Email preview"
        className="overflow-hidden rounded-lg border border-line bg-surface shadow-1"
      >
        <div className="border-b border-line px-4 py-3 sm:px-5">
          <p className="text-base font-semibold break-words text-ink">{mail.subject}</p>
          <p className="mt-0.5 flex flex-wrap items-center gap-2 text-sm text-ink-3">
            {mail.to === null ? (
              <Badge tone="warn">Not sent: the client has switched it off</Badge>
            ) : (
              <>To {mail.to}</>
            )}
          </p>
        </div>
        <div
          tabIndex={0}
          role="region"
          aria-label="Content of the email"
          // A style instead of a class that no other screen has: the sign-in page loads all classes.
          style={{ maxHeight: '70dvh' }}
          className="overflow-auto bg-sunken focus-visible:-outline-offset-2"
        >
          <MailFrame mail={mail} width={width} />
        </div>
      </section>
    </>
  )
}

/**
 * The email in a frame of its own height. The sandbox blocks scripts and new windows, and the frame takes no clicks. It
 * has our origin, because the height of another origin cannot be read.
 */
function MailFrame({ mail, width }: { mail: WeeklyMail; width: Width }) {
  const [height, setHeight] = useState(MAIL_HEIGHT)
  const [body, setBody] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (body === null) return
    const observer = new ResizeObserver(() => setHeight(body.offsetHeight || MAIL_HEIGHT))
    observer.observe(body)
    return () => observer.disconnect()
  }, [body])
  return (
    <iframe
      title={`Weekly email: ${mail.subject}`}
      sandbox="allow-same-origin"
      tabIndex={-1}
      srcDoc={mail.html}
      onLoad={({ currentTarget }) => setBody(currentTarget.contentDocument?.body ?? null)}
      className="pointer-events-none mx-auto block max-w-full"
      style={{ width: WIDTH_PX[width], height }}
    />
  )
}

/**
 * The days that the preview covers: the seven days before today. The email is sent on a Monday and covers the seven days
 * before that Monday, so both cover the same days only on a Monday.
 */
function periodText({ first_day, last_day }: WeeklyMail): string {
  const shown = `${dayAfter(first_day, 0)} to ${dayAfter(last_day, 0)}`
  const daysToSunday = (7 - noonOf(last_day).getDay()) % 7
  if (daysToSunday === 0) return `Covers ${shown}`
  const mailed = `${dayAfter(first_day, daysToSunday)} to ${dayAfter(last_day, daysToSunday)}`
  return `This preview shows the last 7 days, ${shown}. Monday’s email covers ${mailed}.`
}

/** The date `days` after `isoDay`, as `Nov 23`. */
function dayAfter(isoDay: string, days: number): string {
  const day = noonOf(isoDay)
  day.setDate(day.getDate() + days)
  return monthDayText(day.toISOString())
}

/** Noon of a calendar day in the reader's time zone. */
function noonOf(isoDay: string): Date {
  return new Date(`${isoDay}T12:00:00`)
}

function LoadingMail() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-[70dvh] rounded-lg" />
    </div>
  )
}
