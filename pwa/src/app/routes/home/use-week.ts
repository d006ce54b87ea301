// The data of the overview's first sentence: the website's speed, its visitors and the report.
import { useSources } from '../../../features/analytics'
import type { Week } from '../../../features/home'
import { needsAttention, useWebsiteStatus } from '../../../features/performance'
import { nextReportText, useWeeklyReport, useZone } from '../../../features/reports'
import { useSyncStatus } from '../../../live/live'
import { useOwnClient } from '../../../live/own-client'
import { firstNameOf } from '../../../live/team'
import { changeOf } from '../../../ui/chart/change'
import { useMinute } from '../../../ui/hooks/use-now'
import { useCounts } from '../../shell/menu/unread'

const WEEK_MS = 7 * 86_400_000

type WeekState = { is: 'loading' } | { is: 'nothing' } | { is: 'ready'; week: Week }
type Website = ReturnType<typeof useWebsiteStatus>
type Sources = ReturnType<typeof useSources>

/** Returns `nothing` if the client has no score, no visitors and no report. */
export function useWeek(): WeekState {
  const website = useWebsiteStatus()
  const sources = useSources()
  const report = useWeeklyReport()
  const now = useMinute()
  const next = nextReportText(now, useZone())
  if (website.is === 'loading' || sources.is === 'loading' || report.is === 'loading')
    return { is: 'loading' }
  const week: Week = {
    speed: website.is === 'scored' ? speedOf(website) : null,
    visitors: visitorsOf(sources),
    report: report.is === 'ready' ? reportOf(report, now) : null,
    next,
  }
  const isNothing = week.speed === null && week.visitors === null && week.report === null
  return isNothing ? { is: 'nothing' } : { is: 'ready', week }
}

/**
 * Whether everything is set up and works, all messages are read, and no message of this device was rejected.
 */
export function useIsDone(): boolean {
  const own = useOwnClient()
  const website = useWebsiteStatus()
  const sources = useSources()
  const unread = useCounts().unread
  const { refused } = useSyncStatus()
  return (
    own.is === 'ready' &&
    own.client.subscription_status === 'active' &&
    website.is === 'scored' &&
    website.failed === null &&
    !needsAttention(website.score) &&
    sources.is === 'ready' &&
    (sources.hasProperty ? sources.analytics?.status !== 'error' : sources.isOffered === false) &&
    unread === 0 &&
    refused === 0
  )
}

function speedOf({ score, change }: Extract<Website, { is: 'scored' }>): Week['speed'] {
  if (score.previous_score === null) return 'new'
  if (change === null) return null
  if (change.isNoise) return 'same'
  return change.points > 0 ? 'faster' : 'slower'
}

function visitorsOf(sources: Sources): Week['visitors'] {
  if (sources.is !== 'ready' || !sources.hasProperty) return null
  const count = sources.snapshot?.total_users ?? null
  if (count === 0) return 'none'
  const change = changeOf(count, sources.snapshot?.previous_totals?.total_users ?? null)
  return change && ({ up: 'more', new: 'more', down: 'fewer', same: 'same' } as const)[change.direction]
}

function reportOf(
  { video, report }: Extract<ReturnType<typeof useWeeklyReport>, { is: 'ready' }>,
  now: number,
): Week['report'] {
  const at = report?.published_at ?? video?.posted_at
  if (at === undefined || new Date(at).getTime() < now - WEEK_MS) return null
  return { author: firstNameOf(report?.author_name ?? null) }
}
