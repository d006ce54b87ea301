// An admin's preview of one client's next weekly email with the current data, at the width of a phone or of a
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
import { useMedia } from '../../ui/hooks/use-media'
import { PAGE, PageHead } from '../../ui/layout/page'
import { useWeeklyMail, type WeeklyMail } from './use-weekly-mail'
import { WeeklyTest } from './weekly-test'
import './weekly-mail.css'

type Width = 'phone' | 'desktop'
const WIDTHS: readonly { value: Width; label: string }[] = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
]
const WIDTH_PX = { phone: 375, desktop: 640 }
/** From this width on, the admin chooses the email's width. On a phone the email is as wide as the screen. */
const HAS_WIDTHS = '(min-width: 48rem)'
/** Height of the frame and of its skeleton in px, until the email is loaded. */
const MAIL_HEIGHT = 1510
const NONE: readonly DirectoryEntry[] = []

type ScreenProps = { backHref: string; client: string | null; onChoose: (clientId: string) => void }

/** `client` is the client whose email is shown; the first by company if none is chosen. */
export default function WeeklyMailScreen({ backHref, client, onChoose }: ScreenProps) {
  const directory = useDirectory()
  const [width, setWidth] = useState<Width>('desktop')
  const hasWidths = useMedia(HAS_WIDTHS)
  const entries = directory.is === 'ready' ? directory.byCompany : NONE
  const recipients = entries.map((entry) => entry.client).filter(({ user_id }) => user_id !== null)
  const chosen = recipients.find(({ id }) => id === client) ?? recipients[0]
  return (
    <div className={cx(PAGE, 'flex flex-col gap-5')}>
      <div>
        <BackLink to={backHref}>Reports</BackLink>
        <PageHead title="Weekly email" lead="What each client gets on Monday at 8 AM." />
      </div>
      {directory.is === 'loading' && <LoadingScreen />}
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
          {hasWidths && <Segments label="Width" value={width} options={WIDTHS} onChange={setWidth} />}
          <WeeklyTest key={chosen.id} clientId={chosen.id} />
          <div className="weekly-preview">
            <Preview clientId={chosen.id} width={hasWidths ? WIDTH_PX[width] : '100%'} />
          </div>
        </div>
      )}
    </div>
  )
}

/** A width in px, or `100%` of the space. */
type FrameWidth = number | '100%'

function Preview({ clientId, width }: { clientId: string; width: FrameWidth }) {
  const { view, retry } = useWeeklyMail(clientId)
  if (view.is === 'loading') return <LoadingMail width={width} />
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

function Mail({ mail, width }: { mail: WeeklyMail; width: FrameWidth }) {
  return (
    <>
      <p className="mb-2 text-sm text-ink-3">
        Covers {dayText(mail.first_day)} to {dayText(mail.last_day)}, with what is known now.
      </p>
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
        <div className="bg-sunken">
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
function MailFrame({ mail, width }: { mail: WeeklyMail; width: FrameWidth }) {
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
      style={{ width, height }}
    />
  )
}

/** `Nov 23` for `2026-11-23`. A time without an offset is one of the reader's zone, so the date is the same in each. */
function dayText(isoDay: string): string {
  return monthDayText(`${isoDay}T12:00:00`)
}

/** The screen until the clients are loaded: the choice of a client, the test, and the email. */
function LoadingScreen() {
  return (
    <div className="weekly">
      <div>
        <Skeleton className="mb-1.5 h-5 w-16" />
        <Skeleton className="h-control" />
      </div>
      <div className="flex flex-col gap-2">
        <Skeleton className="h-control" />
        <Skeleton className="h-5 w-60 max-w-full" />
      </div>
      <div className="weekly-preview">
        <LoadingMail width="100%" />
      </div>
    </div>
  )
}

/** As large as `Mail`, with the parts of an email: its sender, its heading, and the card of the report. */
function LoadingMail({ width }: { width: FrameWidth }) {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="mb-2 h-5 w-60 max-w-full" />
      <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-1">
        <div className="weekly-subject flex flex-col justify-center gap-2 border-b border-line px-4 py-3 sm:px-5">
          <Skeleton className="h-4 w-72 max-w-full" />
          <Skeleton className="h-3.5 w-48" />
        </div>
        <div className="bg-sunken">
          <div style={{ width, height: MAIL_HEIGHT }} className="mx-auto flex max-w-full flex-col gap-4 p-5">
            <Skeleton className="h-7 w-36" />
            <Skeleton className="h-8" />
            <Skeleton className="h-4 w-40" />
            <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
              <Skeleton className="h-4 w-48" />
              <Skeleton className="h-48 rounded-lg" />
              <Skeleton className="h-5 w-60 max-w-full" />
              <Skeleton className="h-control" />
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}
