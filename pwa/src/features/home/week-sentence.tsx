// The client's week in one sentence without figures, and whether there is anything for the client to do.
import { CircleCheck } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'

import { cx } from '../../ui/cx'
import { Skeleton } from '../../ui/feedback/skeleton'

export interface Week {
  /** How the website's speed changed since last week; `new` after its first scan, null without a scan. */
  speed: 'faster' | 'slower' | 'same' | 'new' | null
  /** The visitors of the last 30 days against the 30 days before; null if they cannot be compared. */
  visitors: 'more' | 'fewer' | 'same' | 'none' | null
  /** The report of the last seven days: its author's first name, if known; null without one. */
  report: { author: string | null } | null
  /** The day of the next report, as a text. */
  next: string
}

/** The height of three lines, also while loading, so that nothing below moves. Desktops have larger letters. */
const THREE_LINES = { minHeight: 'clamp(4.75rem, 12vw, 6rem)' }

/** `week` is null while loading. `isDone` is true if the client has nothing to do. */
export function WeekSentence({ week, isDone }: { week: Week | null; isDone: boolean }) {
  if (week === null)
    return (
      <div style={THREE_LINES} className="flex flex-col gap-3">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-36" />
      </div>
    )
  const clauses = clausesOf(week)
  return (
    <div style={THREE_LINES}>
      <p className="text-lg text-balance text-ink-2 sm:text-2xl">
        {clauses.map((clause, index) => (
          <Fragment key={index}>
            {index > 0 && (index < clauses.length - 1 ? ', ' : ', and ')}
            {clause}
          </Fragment>
        ))}
        .
      </p>
      {isDone && (
        <p className="mt-1 flex items-center gap-1.5 text-base text-ink-2">
          <CircleCheck size={16} aria-hidden="true" className="shrink-0 text-good" />
          Nothing for you to do right now.
        </p>
      )}
    </div>
  )
}

/** The clauses of the sentence; only the first one begins with a capital letter. */
function clausesOf({ speed, visitors, report, next }: Week): ReactNode[] {
  const clauses: ReactNode[] = []
  if (speed !== null) clauses.push(<Speed speed={speed} />)
  if (visitors !== null) clauses.push(<Visitors visitors={visitors} isFirst={speed === null} />)
  const your = clauses.length === 0 ? 'Your' : 'your'
  clauses.push(
    report === null ? (
      `${your} next report comes on ${next}`
    ) : (
      <>
        <Strong>{report.author === null ? your : `${report.author}’s`} report</Strong> is ready
      </>
    ),
  )
  return clauses
}

function Speed({ speed }: { speed: NonNullable<Week['speed']> }) {
  switch (speed) {
    case 'faster':
    case 'slower':
      return (
        <>
          Your website got <Strong className={speed === 'faster' ? 'text-good' : 'text-bad'}>{speed}</Strong>
        </>
      )
    case 'same':
      return 'Your website is as fast as last week'
    case 'new':
      return 'Your website had its first scan'
  }
}

function Visitors({ visitors, isFirst }: { visitors: NonNullable<Week['visitors']>; isFirst: boolean }) {
  const words = { more: 'more people', fewer: 'fewer people', same: 'about as many people', none: 'nobody' }[
    visitors
  ]
  return (
    <>
      <Strong>{isFirst ? words.charAt(0).toUpperCase() + words.slice(1) : words}</Strong> visited{' '}
      {isFirst ? 'your website' : 'it'}
      {visitors === 'same' && ' as before'}
    </>
  )
}

function Strong({ className, children }: { className?: string; children: ReactNode }) {
  return <strong className={cx('font-semibold', className ?? 'text-ink')}>{children}</strong>
}
