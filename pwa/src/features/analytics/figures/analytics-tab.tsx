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
import { GoogleCardSkeleton, TopSourcesSkeleton } from './skeletons'
import { TopSources } from './top-sources'
import { useSources } from '../use-sources'

// Styles instead of classes where no other screen has the class: the sign-in page loads all classes.
const WHOLE_ROW = { gridColumn: '1 / -1' }
/** On desktops the sources are beside the summary and the other sources, which are stacked. */
const TWO_ROWS = { gridRow: 'span 2' }
/** The last row takes the height of the sources that the summary does not need. */
const ROWS = { gridTemplateRows: 'auto auto 1fr' }
const GRID = 'grid grid-cols-1 items-start gap-3 md:grid-cols-2'

export type Paths = { connectPath: string; connectionsPath: string }

export function AnalyticsTab(paths: Paths) {
  const sources = useSources()
  if (sources.is === 'failed') {
    return <LoadError onRetry={sources.retry}>{TEXTS.ga.load}</LoadError>
  }
  if (sources.is === 'loading') {
    return (
      <div role="status" aria-label="Loading analytics" style={ROWS} className={GRID}>
        <div style={WHOLE_ROW}>
          <GoogleCardSkeleton />
        </div>
        <Skeleton className="h-64 rounded-lg" />
        <div style={TWO_ROWS}>
          <TopSourcesSkeleton />
        </div>
      </div>
    )
  }
  return (
    <div style={ROWS} className={GRID}>
      {sources.hasProperty ? (
        <>
          <div style={WHOLE_ROW}>
            <GoogleCard sources={sources} connectPath={paths.connectPath} />
          </div>
          <QuickSummary snapshot={sources.snapshot} />
          <div style={TWO_ROWS}>
            <TopSources snapshot={sources.snapshot} />
          </div>
        </>
      ) : (
        <div style={WHOLE_ROW}>
          <Card label="No Analytics Connected">
            <EmptyState
              icon={<ChartNoAxesColumn size={22} aria-hidden="true" />}
              title="No Analytics Connected"
              {...(sources.isOffered !== false && {
                action: <ConnectLink to={paths.connectPath}>Connect Google Analytics</ConnectLink>,
              })}
            >
              {sources.isOffered === false
                ? TEXTS.notOffered
                : 'Connect Google Analytics to see how many people visit your website, and what brings them.'}
            </EmptyState>
          </Card>
        </div>
      )}
      <div {...(!sources.hasProperty && { style: WHOLE_ROW })}>
        <MoreSources connectionsPath={paths.connectionsPath} />
      </div>
    </div>
  )
}
