// The PageSpeed tab: how fast the website is, how that went, why, and what to do.
import './print.css'

import { Gauge } from 'lucide-react'

import type { ScanRunRow } from '../../db/rows'
import { useSyncStatus } from '../../live/live'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { HistoryPanel } from './history-panel'
import { MeasuresPanel } from './measures-panel'
import { OnboardingDialog } from './onboarding-dialog'
import { PageSpeedSkeleton } from './page-speed-skeleton'
import { pointsOf } from './points'
import { latestOf, type Performance, usePerformance } from './queries'
import { momentText, siteName } from './rules'
import { RunLine } from './run-line'
import { ScorePanel } from './score-panel'
import { TasksPanel } from './tasks-panel'
import { useAsking } from './use-asking'
import { WhyPanel } from './why-panel'

const LOAD_FAILED = 'Failed to load performance data'

export function PageSpeedScreen() {
  const view = usePerformance()
  switch (view.is) {
    case 'loading':
      return <PageSpeedSkeleton />
    case 'failed':
      return (
        <div className="p-4 lg:p-6">
          <h1 className="mb-3 text-xl font-semibold text-ink">PageSpeed</h1>
          <Alert>{LOAD_FAILED}</Alert>
        </div>
      )
    case 'ready':
      return view.client === undefined ? <PageSpeedSkeleton /> : <Ready {...view} client={view.client} />
  }
}

const isOpen = (run: ScanRunRow) => run.state === 'queued' || run.state === 'running'

function Ready({ client, scores, runs, tasks }: Performance & { client: NonNullable<Performance['client']> }) {
  const latest = latestOf(scores)
  const run = runs.at(-1)
  // Somebody who has just come is asked at once.
  const asking = useAsking(client.website_url === null)
  return (
    <div data-print className="mx-auto flex w-full max-w-5xl flex-col gap-4 p-4 lg:p-6">
      <Head website={client.website_url} onChange={asking.ask} />
      <RunLine run={run} />
      {latest === undefined ? (
        <Nothing hasWebsite={client.website_url !== null} isScanning={run !== undefined && isOpen(run)} onAsk={asking.ask} />
      ) : (
        <div className="grid gap-4 lg:grid-cols-3">
          <ScorePanel score={latest} />
          <HistoryPanel points={pointsOf(scores, runs)} />
          <WhyPanel score={latest} />
          <TasksPanel tasks={tasks} asOf={latest.created_at} />
          <MeasuresPanel score={latest} />
        </div>
      )}
      {asking.time > 0 && (
        <OnboardingDialog
          key={asking.time}
          open={asking.isOpen}
          onClose={asking.close}
          client={client}
          running={run !== undefined && isOpen(run) ? run : null}
        />
      )}
    </div>
  )
}

function Head({ website, onChange }: { website: string | null; onChange: () => void }) {
  const { link, as_of } = useSyncStatus()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold text-ink">PageSpeed</h1>
        {website !== null && <p className="truncate text-sm text-ink-2">{siteName(website)}</p>}
        {link.is === 'offline' && as_of !== null && <p className="text-xs text-ink-3">Offline: as known on {momentText(as_of)}</p>}
      </div>
      {website !== null && (
        <Button size="sm" onClick={onChange} className="print:hidden">
          Change website
        </Button>
      )}
    </div>
  )
}

function Nothing({ hasWebsite, isScanning, onAsk }: { hasWebsite: boolean; isScanning: boolean; onAsk: () => void }) {
  if (hasWebsite) {
    return (
      <EmptyState icon={<Gauge size={22} aria-hidden="true" />} title="No score yet">
        {isScanning ? 'The first one is being measured and appears here by itself.' : 'Your first report comes next Monday; your website is scanned on Friday.'}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Gauge size={22} aria-hidden="true" />}
      title="Complete onboarding"
      action={
        <Button tone="primary" onClick={onAsk}>
          Complete onboarding
        </Button>
      }
    >
      Tell us where your website is, and see within a minute how fast it is on a phone.
    </EmptyState>
  )
}
