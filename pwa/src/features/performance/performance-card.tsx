// Website performance in one card: a score with its change, the first report that is to come, or what is still to be done.
import { ArrowRight, Gauge } from 'lucide-react'
import { Link } from 'react-router'

import { Button } from '../../ui/button'
import { Skeleton } from '../../ui/skeleton'
import { ChangeLine } from './change-line'
import { OnboardingDialog } from './onboarding-dialog'
import { Panel } from './panel'
import { latestOf, usePerformance } from './queries'
import { RatingBadge } from './rating-badge'
import { changeFrom, momentText } from './rules'
import { ScoreRing } from './score-ring'
import { useAsking } from './use-asking'

/** `href` leads to the PageSpeed tab. */
export function PerformanceCard({ href }: { href: string }) {
  const view = usePerformance()
  const asking = useAsking(false)
  if (view.is !== 'ready' || view.client === undefined) {
    const failed = view.is === 'failed'
    return <Panel title="Website performance">{failed ? <p className="text-sm text-ink-2">Failed to load performance data</p> : <Skeleton className="h-20" />}</Panel>
  }
  const { client, scores, runs } = view
  const score = latestOf(scores)
  const run = runs.at(-1)
  const running = run !== undefined && (run.state === 'queued' || run.state === 'running') ? run : null
  const change = score === undefined ? null : changeFrom(score.last_week_score, score)
  return (
    <Panel
      title="Website performance"
      aside={
        score !== undefined && (
          <Link to={href} className="inline-flex min-h-control-small items-center gap-1 text-sm font-medium text-primary-ink hover:underline">
            Details <ArrowRight size={14} aria-hidden="true" />
          </Link>
        )
      }
    >
      {score !== undefined ? (
        <>
          <div className="flex items-center gap-4">
            <ScoreRing score={score.performance_score} size={80} />
            <div className="min-w-0 space-y-1.5">
              <RatingBadge score={score.performance_score} />
              {change !== null && <ChangeLine change={change} since="since last week" />}
            </div>
          </div>
          <p className="mt-3 text-xs text-ink-3">As of {momentText(score.created_at)}</p>
        </>
      ) : client.website_url !== null ? (
        <p className="flex gap-2.5 text-base text-ink-2">
          <Gauge size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span>{running === null ? 'Your first report comes next Monday.' : 'Your website is being scanned. Your first report comes next Monday.'}</span>
        </p>
      ) : (
        <>
          <p className="mb-3 text-base text-ink-2">Complete onboarding to see how fast your website is.</p>
          <Button tone="primary" onClick={asking.ask}>
            Complete onboarding
          </Button>
        </>
      )}
      {asking.time > 0 && <OnboardingDialog key={asking.time} open={asking.isOpen} onClose={asking.close} client={client} running={running} />}
    </Panel>
  )
}
