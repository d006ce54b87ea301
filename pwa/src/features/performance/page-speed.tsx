// The PageSpeed tab: score, history, reasons and recommendations.
import { Gauge, Pencil } from 'lucide-react'

import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadError } from '../../ui/feedback/load-error'
import { HistoryPanel } from './history/panel'
import { MeasuresPanel } from './measures-panel'
import { Onboarding } from './onboarding/onboarding'
import { PageSpeedSkeleton } from './page-speed-skeleton'
import { pointsOf } from './history/points'
import { latestOf, openRunOf, type Performance, usePerformance } from './queries'
import { siteName } from './rules'
import { RunLine } from './run-line'
import { ScorePanel } from './score/panel'
import { TasksPanel } from './tasks-panel'
import { useOnboardingDialog } from './onboarding/use-open'
import { WhyPanel } from './score/why-panel'

const LOAD_FAILED = 'Failed to load performance data'

export function PageSpeedScreen() {
  const view = usePerformance()
  switch (view.is) {
    case 'loading':
      return <PageSpeedSkeleton />
    case 'failed':
      return <LoadError onRetry={view.retry}>{LOAD_FAILED}</LoadError>
    case 'ready':
      return <Ready {...view} />
  }
}

function Ready({ client, scores, runs, tasks }: Performance) {
  const latest = latestOf(scores)
  const running = openRunOf(runs)
  const onboarding = useOnboardingDialog()
  return (
    <div className="flex flex-col gap-4">
      <Head website={client.website_url} onChange={onboarding.open} />
      <RunLine run={runs.at(-1)} onRetry={onboarding.open} />
      {latest === undefined ? (
        <NoScore
          hasWebsite={client.website_url !== null}
          isScanning={running !== null}
          onOnboard={onboarding.open}
        />
      ) : (
        // On phones the tasks follow the score. On desktops the history is beside both.
        <div className="grid items-start gap-4 lg:grid-cols-3">
          <div className="flex min-w-0 flex-col gap-4">
            <ScorePanel score={latest} website={client.website_url} />
            <TasksPanel tasks={tasks} asOf={latest.created_at} />
          </div>
          <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
            <WhyPanel score={latest} />
            <HistoryPanel points={pointsOf(scores, runs)} />
          </div>
          <MeasuresPanel score={latest} />
        </div>
      )}
      {onboarding.openCount > 0 && (
        <Onboarding
          key={onboarding.openCount}
          open={onboarding.isOpen}
          onClose={onboarding.close}
          client={client}
          running={running}
        />
      )}
    </div>
  )
}

function Head({ website, onChange }: { website: string | null; onChange: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 className="min-w-0 truncate text-head font-semibold text-ink">
        {website === null ? 'PageSpeed' : siteName(website)}
      </h2>
      {website !== null && (
        <Button
          size="sm"
          icon={<Pencil size={14} aria-hidden="true" />}
          onClick={onChange}
          className="print:hidden"
        >
          Change website
        </Button>
      )}
    </div>
  )
}

function NoScore({
  hasWebsite,
  isScanning,
  onOnboard,
}: {
  hasWebsite: boolean
  isScanning: boolean
  onOnboard: () => void
}) {
  if (hasWebsite) {
    return (
      <EmptyState icon={<Gauge size={22} aria-hidden="true" />} title="No score yet">
        {isScanning
          ? 'The first one is being measured and appears here by itself.'
          : 'Your first report comes next Monday; your website is scanned on Friday.'}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Gauge size={22} aria-hidden="true" />}
      title="Complete onboarding"
      action={
        <Button tone="primary" className="max-sm:w-full" onClick={onOnboard}>
          Complete onboarding
        </Button>
      }
    >
      Tell us where your website is, and see within a minute how fast it is on a phone.
    </EmptyState>
  )
}
