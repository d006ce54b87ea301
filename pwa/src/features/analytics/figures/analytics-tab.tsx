// The Analytics tab of a client's dashboard: a card for each source, a summary, and a link to connect more.
import { ChartNoAxesColumn } from 'lucide-react'
import { Link } from 'react-router'

import { EmptyState } from '../../../ui/feedback/empty-state'
import { Card } from '../../../ui/card'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { ConnectLink } from '../connect/link'
import { TEXTS } from '../mutations'
import { SourceCards } from './source-cards'
import { Summary } from './summary'
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
  const isConnected = sources.hasProperty
  return (
    <div className="space-y-3">
      {!isConnected && (
        <Card label="No Analytics Connected">
          <EmptyState
            icon={<ChartNoAxesColumn size={22} aria-hidden="true" />}
            title="No Analytics Connected"
            {...(sources.isOffered !== false && {
              action: <ConnectLink to={paths.connectPath}>Connect Google Analytics</ConnectLink>,
            })}
          >
            Connect your data sources and see here who visits your website, and what brings them.
          </EmptyState>
        </Card>
      )}
      {isConnected && <Summary sources={sources} />}
      <SourceCards sources={sources} connectPath={paths.connectPath} />
      {/* Always shown, because three of the four sources cannot be connected yet. */}
      <Card title="Connect More Data Sources">
        <p className="text-base text-ink-2">
          The more of your sources are connected, the more your weekly report can tell.
        </p>
        <Link
          to={paths.connectionsPath}
          className="mt-2 inline-flex min-h-11 items-center font-medium text-primary-ink underline-offset-2 underline"
        >
          Go to Connections
        </Link>
      </Card>
    </div>
  )
}
