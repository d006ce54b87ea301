// The connection of Google Analytics 4: its account and date, its property, and its last sync.
import type { ReactNode } from 'react'

import { shortDateText } from '../../../lib/text/days'
import { useMinute } from '../../../ui/hooks/use-now'
import type { Sources } from '../queries'
import { lastSyncText, NO_DATA } from '../rules'

type ConnectionDetailsProps = {
  sources: Sources
  /** The button that reads the figures now, beside the last sync; null if they cannot be read. */
  refresh: ReactNode
}

export function ConnectionDetails({ sources: { analytics, client }, refresh }: ConnectionDetailsProps) {
  const now = useMinute()
  const property = analytics?.connected_property ?? client?.ga4_property_name ?? NO_DATA
  const lastSync = analytics?.last_sync ?? null
  return (
    <dl className="source-details">
      <div>
        <dt className="text-sm text-ink-3">Google account</dt>
        <dd className="text-base break-words text-ink">{analytics?.connected_account ?? NO_DATA}</dd>
        {analytics?.status === 'connected' && (
          <dd className="text-sm text-ink-3">since {shortDateText(analytics.created_at)}</dd>
        )}
      </div>
      <div>
        <dt className="text-sm text-ink-3">Property</dt>
        <dd className="text-base break-words text-ink">{property}</dd>
      </div>
      <div>
        <dt className="text-sm text-ink-3">Last sync</dt>
        <dd className="source-value text-base text-ink">
          {lastSync === null ? NO_DATA : lastSyncText(lastSync, now)}
        </dd>
        {refresh !== null && <dd className="source-refresh">{refresh}</dd>}
      </div>
    </dl>
  )
}
