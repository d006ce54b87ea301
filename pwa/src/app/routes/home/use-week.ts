// The data of the overview's first sentence: the score, the visitors and the report.
import { arrivalText, shareOf, useSources } from '../../../features/analytics'
import type { Week } from '../../../features/home'
import { useWebsiteStatus } from '../../../features/performance'
import { nextReportDay, useWeeklyReport, useZone } from '../../../features/reports'
import { calendarDayText } from '../../../lib/text/days'
import { firstNameOf } from '../../../live/team'
import { useMinute } from '../../../ui/hooks/use-now'

const WEEK_MS = 7 * 86_400_000

type ThisWeek = { is: 'loading' } | { is: 'nothing' } | { is: 'ready'; week: Week }

/** `nothing` for a client without a score, visitors and a report. */
export function useWeek(): ThisWeek {
  const website = useWebsiteStatus()
  const sources = useSources()
  const report = useWeeklyReport()
  const now = useMinute()
  const next = nextReportDay(now, useZone())
  if (website.is === 'loading' || sources.is === 'loading' || report.is === 'loading')
    return { is: 'loading' }
  const week: Week = {
    score: website.is === 'scored' ? scoreOf(website) : null,
    visitors: sources.is === 'ready' && sources.hasProperty ? visitorsOf(sources) : null,
    report: report.is === 'ready' ? reportOf(report, now) : null,
    next: calendarDayText(next),
  }
  const isNothing = week.score === null && week.visitors === null && week.report === null
  return isNothing ? { is: 'nothing' } : { is: 'ready', week }
}

function scoreOf({
  score,
  change,
}: Extract<ReturnType<typeof useWebsiteStatus>, { is: 'scored' }>): Week['score'] {
  return {
    value: score.performance_score,
    points: change?.points ?? null,
    isNoise: change?.isNoise ?? false,
    isFirst: score.previous_score === null,
  }
}

function visitorsOf({ snapshot }: Extract<ReturnType<typeof useSources>, { is: 'ready' }>): Week['visitors'] {
  const count = snapshot?.total_users ?? null
  if (count === null) return null
  const sources = snapshot?.traffic_sources ?? []
  const [first] = sources
  const all = snapshot?.sessions ?? sources.reduce((sum, [, sessions]) => sum + sessions, 0)
  return {
    count,
    arrival: first === undefined ? null : arrivalText(first[0]),
    isMost: first !== undefined && shareOf(first[1], all) > 50,
  }
}

function reportOf(
  { video, report }: Extract<ReturnType<typeof useWeeklyReport>, { is: 'ready' }>,
  now: number,
): Week['report'] {
  const at = report?.published_at ?? video?.posted_at
  if (at === undefined || new Date(at).getTime() < now - WEEK_MS) return null
  return { author: firstNameOf(report?.author_name ?? null) }
}
