// The Analytics tab of a client's dashboard: the figures of Google Analytics, a summary, and more sources.
import { ChartNoAxesColumn } from 'lucide-react'

import { EmptyState } from '../../../ui/feedback/empty-state'
import { Card } from '../../../ui/card'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { ConnectLink } from '../connect/link'
import { TEXTS } from '../mutations'
import { GoogleCard } from './google-card'
import { MoreSources } from './more-sources'
import { QuickSummary } from './quick-summary'
import { TopSources } from './top-sources'
import { useSources } from '../use-sources'

export type Paths = { connectPath: string; connectionsPath: string }

export function AnalyticsTab(paths: Paths) {
  const sources = useSources()
  if (sources.is === 'failed') {
    return <LoadError onRetry={sources.retry}>{TEXTS.ga.load}</LoadError>
  }
  if (sources.is === 'loading') {
    return (
      <div role="status" aria-label="Loading analytics" className="space-y-3">
        <Skeleton className="h-40 rounded-lg" />
        <Skeleton className="h-64 rounded-lg" />
      </div>
    )
  }
  return (
    <div className="grid gap-3 md:grid-cols-2 md:grid-rows-[auto_auto_1fr]">
      {sources.hasProperty ? (
        <>
          <GoogleCard sources={sources} connectPath={paths.connectPath} />
          <QuickSummary snapshot={sources.snapshot} />
          <TopSources snapshot={sources.snapshot} />
        </>
      ) : (
        <Card label="No Analytics Connected" className="md:col-span-2">
          <EmptyState
            icon={<ChartNoAxesColumn size={22} aria-hidden="true" />}
            title="No Analytics Connected"
            {...(sources.isOffered !== false && {
              action: <ConnectLink to={paths.connectPath}>Connect Google Analytics</ConnectLink>,
            })}
          >
            Connect Google Analytics to see how many people visit your website, and what brings them.
          </EmptyState>
        </Card>
      )}
      <MoreSources connectionsPath={paths.connectionsPath} isWide={!sources.hasProperty} />
    </div>
  )
}
