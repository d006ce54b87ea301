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
/** Lets the line below the arrow end at the card's edge: the arrow's width and the space before it. */
const BELOW_ARROW = { marginRight: '-1.75rem' }

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
        <div className="flex items-center gap-3">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-md border border-line bg-sunken text-ink-2">
            <Gauge size={20} aria-hidden="true" />
          </span>
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline gap-x-2">
              <Title />
              <span className="text-sm text-ink-2">
                <span className="tabular font-medium">{score.performance_score}</span>{' '}
                {ratingOf(score.performance_score).word}
              </span>
            </div>
            <NextStep asOf={score.created_at} />
            {change !== null && (
              <div style={BELOW_ARROW}>
                <ChangeLine change={change} since="since last week" />
              </div>
            )}
          </div>
          <Link
            to={href}
            className="shrink-0 text-ink-3 outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            <span className="sr-only">Details</span>
            <ArrowRight size={16} aria-hidden="true" />
          </Link>
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
    <p className="text-base text-pretty text-ink-2">
      {first === undefined
        ? `The scan of ${monthDayText(asOf)} found nothing to improve.`
        : `${contact ?? 'Your team'} is working on: ${first.title}`}
    </p>
  )
}

function Title() {
  return <h2 className="text-head font-semibold text-ink">{TITLE}</h2>
}
