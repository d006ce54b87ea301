// The client's week in one sentence or two: the score, the visitors, and the report.
import type { ReactNode } from 'react'

import { numberText } from '../../lib/text/numbers'
import { cx } from '../../ui/cx'
import { Skeleton } from '../../ui/feedback/skeleton'

export interface Week {
  /** The last score, and its change in points against the week before, if there is one; null without a scan. */
  score: { value: number; points: number | null; isNoise: boolean; isFirst: boolean } | null
  /**
   * Users of the last 30 days; how the largest part of them came, and whether it is more than half. Null without
   * figures.
   */
  visitors: { count: number; arrival: string | null; isMost: boolean } | null
  /** The report of the last seven days: its author's first name, if known; null without one. */
  report: { author: string | null } | null
  /** The day of the next report in words. */
  next: string
}

/** The height on a phone, also while loading, so that nothing below moves. */
const THREE_LINES = { minHeight: '4.5rem' }

/** `week` is null while loading. */
export function WeekSentence({ week }: { week: Week | null }) {
  if (week === null)
    return (
      <div style={THREE_LINES} className="flex flex-col gap-3">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-36" />
      </div>
    )
  const { score, visitors, report, next } = week
  return (
    <p style={THREE_LINES} className="text-lg text-balance text-ink-2 sm:text-xl">
      {score !== null && <Score {...score} />}
      {visitors !== null && <Visitors {...visitors} />}
      {report === null ? (
        <>Your next report comes on {next}.</>
      ) : (
        <>
          <Strong>{report.author === null ? 'Your' : `${report.author}’s`} report</Strong> is ready.
        </>
      )}
    </p>
  )
}

function Score({ value, points, isNoise, isFirst }: NonNullable<Week['score']>) {
  if (points === null)
    return (
      <>
        Your website’s {isFirst && 'first '}score is <Strong>{value}</Strong> of 100.{' '}
      </>
    )
  const tone = isNoise ? undefined : points > 0 ? 'text-good' : 'text-bad'
  return (
    <>
      Your website scores <Strong>{value}</Strong> of 100
      {points === 0 ? (
        ', unchanged'
      ) : (
        <>
          , <Strong className={tone}>{`${points > 0 ? 'up' : 'down'} ${Math.abs(points)}`}</Strong>
        </>
      )}
      .{' '}
    </>
  )
}

function Visitors({ count, arrival, isMost }: NonNullable<Week['visitors']>) {
  if (count === 0) return <>Nobody visited it in the last 30 days. </>
  return (
    <>
      <Strong>{numberText(count)}</Strong> {count === 1 ? 'person' : 'people'} visited in the last 30 days
      {arrival !== null && `, ${isMost ? 'mostly' : 'most often'} ${arrival}`}.{' '}
    </>
  )
}

function Strong({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <strong className={cx('font-semibold', className ?? 'text-ink')}>{children}</strong>
}
