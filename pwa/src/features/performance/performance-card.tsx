// Website performance in one card: the score with its change, the date of the first report, or a call to
// onboarding.
import { ArrowRight, Gauge } from 'lucide-react'
import { Link } from 'react-router'

import { momentText } from '../../lib/text/times'
import { Button } from '../../ui/button'
import { AskButton } from '../../ui/chart/figure'
import { LoadError } from '../../ui/feedback/load-error'
import { Skeleton } from '../../ui/feedback/skeleton'
import { ChangeLine } from './score/change-line'
import { Onboarding } from './onboarding/onboarding'
import { Panel } from './panel'
import { RatingBadge } from './score/rating-badge'
import { aboutScore } from './rules'
import { RunLine } from './run-line'
import { ScoreRing } from './score/ring'
import { type Standing, useStanding, WORDS } from './website-status'
import { useAsking } from './onboarding/use-open'

/** `href` is the address of the PageSpeed tab. */
export function PerformanceCard({ href }: { href: string }) {
  const standing = useStanding()
  const asking = useAsking()
  return (
    <Panel
      title="Website performance"
      aside={
        standing.is === 'loading' ? (
          <span className="h-control-small" />
        ) : standing.is === 'scored' && (
          <Link to={href} className="inline-flex min-h-control-small items-center gap-1 text-sm font-medium text-primary-ink hover:underline">
            Details <ArrowRight size={14} aria-hidden="true" />
          </Link>
        )
      }
    >
      {'failed' in standing && standing.failed !== null && (
        <div className="mb-3">
          <RunLine run={standing.failed} onRetry={asking.ask} />
        </div>
      )}
      <Content standing={standing} onAsk={asking.ask} />
      {asking.time > 0 && 'client' in standing && (
        <Onboarding key={asking.time} open={asking.isOpen} onClose={asking.close} client={standing.client} running={standing.running} />
      )}
    </Panel>
  )
}

function Content({ standing, onAsk }: { standing: Standing; onAsk: () => void }) {
  switch (standing.is) {
    case 'loading':
      return <Skeleton className="mb-3 h-24" />
    case 'failed':
      return <LoadError onRetry={standing.retry}>{WORDS.failed}</LoadError>
    case 'scored': {
      const { score, change } = standing
      return (
        <>
          <div className="flex items-center gap-4">
            <ScoreRing score={score.performance_score} size={80} />
            <div className="min-w-0 flex-1 space-y-1.5">
              <RatingBadge score={score.performance_score} />
              {change !== null && <ChangeLine change={change} since="since last week" />}
            </div>
            <AskButton about={aboutScore(score)} className="self-start" />
          </div>
          <p className="mt-3 text-xs text-ink-3">As of {momentText(score.created_at)}</p>
        </>
      )
    }
    case 'before-the-first':
      return (
        <p className="flex gap-2.5 text-base text-ink-2">
          <Gauge size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span>{standing.running === null ? WORDS.first : WORDS.scanning}</span>
        </p>
      )
    case 'to-onboard':
      return (
        <>
          <p className="mb-3 text-base text-ink-2">{WORDS.onboard}</p>
          <Button tone="primary" onClick={onAsk}>
            Complete onboarding
          </Button>
        </>
      )
  }
}
