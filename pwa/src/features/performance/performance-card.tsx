// Website performance in one card: the score with its change, the date of the first report, or a call to
// onboarding.
import { ArrowRight, Gauge } from 'lucide-react'
import { Link } from 'react-router'

import { dateTimeText } from '../../lib/text/times'
import { Button } from '../../ui/button'
import { QuestionButton } from '../../ui/chart/figure'
import { LoadError } from '../../ui/feedback/load-error'
import { Skeleton } from '../../ui/feedback/skeleton'
import { ChangeLine } from './score/change-line'
import { Onboarding } from './onboarding/onboarding'
import { Panel } from './panel'
import { RatingBadge } from './score/rating-badge'
import { aboutScore } from './rules'
import { RunLine } from './run-line'
import { ScoreRing } from './score/ring'
import { type WebsiteStatus, useWebsiteStatus, TEXTS } from './website-status'
import { useOnboardingDialog } from './onboarding/use-open'

/** `href` is the address of the PageSpeed tab. */
export function PerformanceCard({ href }: { href: string }) {
  const status = useWebsiteStatus()
  const onboarding = useOnboardingDialog()
  return (
    <Panel
      title="Website performance"
      aside={
        status.is === 'loading' ? (
          <span className="h-control-small" />
        ) : (
          status.is === 'scored' && (
            <Link
              to={href}
              className="inline-flex min-h-control-small items-center gap-1 text-sm font-medium text-primary-ink hover:underline"
            >
              Details <ArrowRight size={14} aria-hidden="true" />
            </Link>
          )
        )
      }
    >
      {'failed' in status && status.failed !== null && (
        <div className="mb-3">
          <RunLine run={status.failed} onRetry={onboarding.open} />
        </div>
      )}
      <Content status={status} onOnboard={onboarding.open} />
      {onboarding.time > 0 && 'client' in status && (
        <Onboarding
          key={onboarding.time}
          open={onboarding.isOpen}
          onClose={onboarding.close}
          client={status.client}
          running={status.running}
        />
      )}
    </Panel>
  )
}

function Content({ status, onOnboard }: { status: WebsiteStatus; onOnboard: () => void }) {
  switch (status.is) {
    case 'loading':
      return <Skeleton className="mb-3 h-24" />
    case 'failed':
      return <LoadError onRetry={status.retry}>{TEXTS.failed}</LoadError>
    case 'scored': {
      const { score, change } = status
      return (
        <>
          <div className="flex items-center gap-4">
            <ScoreRing score={score.performance_score} size={80} />
            <div className="min-w-0 flex-1 space-y-1.5">
              <RatingBadge score={score.performance_score} />
              {change !== null && <ChangeLine change={change} since="since last week" />}
            </div>
            <QuestionButton about={aboutScore(score)} className="self-start" />
          </div>
          <p className="mt-3 text-xs text-ink-3">As of {dateTimeText(score.created_at)}</p>
        </>
      )
    }
    case 'before-the-first':
      return (
        <p className="flex gap-2.5 text-base text-ink-2">
          <Gauge size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span>{status.running === null ? TEXTS.first : TEXTS.scanning}</span>
        </p>
      )
    case 'to-onboard':
      return (
        <>
          <p className="mb-3 text-base text-ink-2">{TEXTS.onboard}</p>
          <Button tone="primary" onClick={onOnboard}>
            Complete onboarding
          </Button>
        </>
      )
  }
}
