// Website performance in one card: the score with its change, the date of the first report, or a call to
// onboarding.
import { ArrowRight, Gauge } from 'lucide-react'
import { use } from 'react'
import { Link } from 'react-router'

import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { ContactContext } from '../../ui/chart/figure'
import { LoadError } from '../../ui/feedback/load-error'
import { Skeleton } from '../../ui/feedback/skeleton'
import { monthDayText } from '../../lib/text/days'
import { ratingOf } from '../../lib/text/ratings'
import { ChangeLine } from './score/change-line'
import { Onboarding } from './onboarding/onboarding'
import { usePerformance } from './queries'
import { RunLine } from './run-line'
import { type WebsiteStatus, useWebsiteStatus, TEXTS } from './website-status'
import { useOnboardingDialog } from './onboarding/use-open'

const TITLE = 'Website performance'

/** `href` is the address of the PageSpeed tab. */
export function PerformanceCard({ href }: { href: string }) {
  const status = useWebsiteStatus()
  const onboarding = useOnboardingDialog()
  return (
    <Card label={TITLE} className="relative flex flex-col justify-center gap-3 py-2">
      {'failed' in status && status.failed !== null && (
        <RunLine run={status.failed} onRetry={onboarding.open} />
      )}
      <Content status={status} href={href} onOnboard={onboarding.open} />
      {onboarding.openCount > 0 && 'client' in status && (
        <Onboarding
          key={onboarding.openCount}
          open={onboarding.isOpen}
          onClose={onboarding.close}
          client={status.client}
          running={status.running}
        />
      )}
    </Card>
  )
}

type ContentProps = { status: WebsiteStatus; href: string; onOnboard: () => void }

function Content({ status, href, onOnboard }: ContentProps) {
  switch (status.is) {
    case 'loading':
      return <Skeleton className="h-16" />
    case 'failed':
      return <LoadError onRetry={status.retry}>{TEXTS.failed}</LoadError>
    case 'scored': {
      const { score, change } = status
      return (
        <div>
          <div className="flex items-center gap-2">
            <Title />
            <span className="flex-1 text-sm text-ink-2">
              <span className="tabular font-medium">{score.performance_score}</span>{' '}
              {ratingOf(score.performance_score).word}
            </span>
            <Link
              to={href}
              className="shrink-0 text-ink-3 outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              <span className="sr-only">Details</span>
              <ArrowRight size={16} aria-hidden="true" />
            </Link>
          </div>
          <NextStep asOf={score.created_at} />
          {change !== null && <ChangeLine change={change} since="since last week" />}
        </div>
      )
    }
    case 'not-scored':
      return (
        <div className="flex items-start gap-3">
          <Gauge size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
          <div>
            <Title />
            <p className="text-base text-ink-2">{status.running === null ? TEXTS.first : TEXTS.scanning}</p>
          </div>
        </div>
      )
    case 'not-onboarded':
      return (
        <>
          <div>
            <Title />
            <p className="text-base text-ink-2">{TEXTS.onboard}</p>
          </div>
          <Button onClick={onOnboard} className="self-start max-sm:w-full">
            Complete onboarding
          </Button>
        </>
      )
  }
}

/** The open task with the most effect. `asOf` is the time of the scan that the tasks are based on. */
function NextStep({ asOf }: { asOf: string }) {
  const view = usePerformance()
  const contact = use(ContactContext)
  if (view.is !== 'ready') return null
  const [first] = view.tasks.filter((task) => task.is_open).sort((a, b) => b.weight - a.weight)
  return (
    <p className="text-sm text-pretty text-ink-2">
      {first === undefined
        ? `The scan of ${monthDayText(asOf)} found nothing to improve.`
        : `${contact ?? 'Your team'} is working on: ${first.title}`}
    </p>
  )
}

function Title() {
  return <h2 className="text-head font-semibold text-ink">{TITLE}</h2>
}
