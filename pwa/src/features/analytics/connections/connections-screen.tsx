// /dashboard/connections: the sources of the dashboard's figures.
import { PlugZap } from 'lucide-react'

import { Alert } from '../../../ui/feedback/alert'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { Page } from '../../../ui/layout/page'
import { AnalyticsCard } from './analytics-card'
import { FacebookAdsCard, SearchConsoleCard } from './coming-cards'
import { TEXTS } from '../mutations'
import { useOfflineReason, useSources } from '../use-sources'
import './connections.css'

/** `connectPath` is the address of the connect screen. */
export function ConnectionsScreen({ connectPath }: { connectPath: string }) {
  const sources = useSources()
  const offline = useOfflineReason()
  return (
    <Page title="Connections" lead="Where your dashboard gets its data.">
      {offline !== null && sources.is === 'ready' && (
        <Alert tone="warning" className="mb-3">
          {offline}
        </Alert>
      )}
      {sources.is === 'failed' && <LoadError onRetry={sources.retry}>{TEXTS.load}</LoadError>}
      {sources.is === 'loading' && (
        <div role="status" aria-label="Loading connections" className="space-y-3">
          <Skeleton className="h-48 rounded-lg" />
          <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
            <Skeleton className="h-24 rounded-lg" />
            <Skeleton className="h-24 rounded-lg" />
          </div>
        </div>
      )}
      {sources.is === 'ready' && (
        <div className="space-y-3">
          {sources.isOffered !== false && <AnalyticsCard sources={sources} connectPath={connectPath} />}
          <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
            <SearchConsoleCard source={sources.searchConsole} />
            <FacebookAdsCard />
          </div>
        </div>
      )}
    </Page>
  )
}

/** Shown to admins when this installation has no Google keys. */
export function NotSetUp() {
  return (
    <EmptyState
      icon={<PlugZap size={22} aria-hidden="true" />}
      title="Google Analytics is not set up"
      heading="h1"
      className="flex-1"
    >
      Clients cannot connect it and do not see it. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET on the
      server; deploy/env.example says how.
    </EmptyState>
  )
}
