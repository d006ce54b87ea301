// The connection of Google Analytics 4: its account and date, its property, and its last sync.
import { shortDateText } from '../../../lib/text/days'
import { useMinute } from '../../../ui/hooks/use-now'
import type { Sources } from '../queries'
import { lastSyncText, NO_DATA } from '../rules'

export function ConnectedText({ sources: { analytics, client } }: { sources: Sources }) {
  const now = useMinute()
  const account = analytics?.connected_account ?? null
  const property = analytics?.connected_property ?? client?.ga4_property_name ?? NO_DATA
  const lastSync = analytics?.last_sync ?? null
  return (
    <>
      {analytics?.status === 'connected' && account !== null ? (
        <p>
          Connected as <Strong>{account}</Strong> since {shortDateText(analytics.created_at)}
        </p>
      ) : (
        <p>
          Google account: <Strong>{account ?? NO_DATA}</Strong>
        </p>
      )}
      <p>
        Property: <Strong>{property}</Strong>
      </p>
      <p>Last sync: {lastSync === null ? NO_DATA : lastSyncText(lastSync, now)}</p>
    </>
  )
}

function Strong({ children }: { children: string }) {
  return <strong className="font-medium break-words text-ink">{children}</strong>
}
