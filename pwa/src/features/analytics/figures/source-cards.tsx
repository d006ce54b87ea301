// A card for each source on the Analytics tab; only Google Analytics has figures.
import { ChartNoAxesColumn, Globe, Megaphone, Search } from 'lucide-react'

import { Alert } from '../../../ui/feedback/alert'
import { useMinute } from '../../../ui/hooks/use-now'
import { ConnectLink } from '../connect/link'
import { Figure } from './figure'
import type { Sources } from '../queries'
import { countText, percentText } from '../rules'
import { SourceFrame } from '../connections/source-frame'

// The dashboard always shows these as not connected, whatever their status on the Connections page.
const OTHERS = [
  { name: 'Google Search Console', text: 'What people search for', Icon: Search },
  { name: 'Facebook Ads', text: 'What your advertisements bring', Icon: Megaphone },
  { name: 'Website', text: 'Your website itself', Icon: Globe },
]

export function SourceCards({ sources, connectPath }: { sources: Sources; connectPath: string }) {
  const now = useMinute()
  const { snapshot, analytics, client, hasProperty: isConnected } = sources
  const asOf = snapshot?.totals_as_of ?? null
  return (
    <div className="space-y-3">
      <SourceFrame
        icon={<ChartNoAxesColumn size={20} aria-hidden="true" />}
        name="Google Analytics"
        text={client?.ga4_property_name ?? 'Visitors, sessions and where they come from'}
        statuses={[isConnected ? (analytics?.status === 'error' ? 'error' : 'connected') : 'not_connected']}
      >
        {isConnected && analytics !== undefined && analytics.error !== '' && (
          <Alert
            className="mb-4"
            tone={analytics.status === 'error' ? 'error' : 'warning'}
            action={<Reconnect text={analytics.error} connectPath={connectPath} />}
          >
            {analytics.error}
          </Alert>
        )}
        {isConnected ? (
          <dl className="grid grid-cols-2 gap-x-4 gap-y-4 lg:grid-cols-4">
            <Figure label="Users" value={countText(snapshot?.total_users ?? null)} asOf={asOf} now={now} />
            <Figure label="Sessions" value={countText(snapshot?.sessions ?? null)} asOf={asOf} now={now} />
            <Figure
              label="Engaged Sessions"
              value={countText(snapshot?.engaged_sessions ?? null)}
              asOf={asOf}
              now={now}
            />
            <Figure
              label="Bounce Rate"
              value={percentText(snapshot?.bounce_rate ?? null)}
              asOf={asOf}
              now={now}
            />
          </dl>
        ) : (
          <p className="text-base text-ink-2">No figures yet.</p>
        )}
      </SourceFrame>
      <div className="grid gap-3 sm:grid-cols-3">
        {OTHERS.map(({ name, text, Icon }) => (
          <SourceFrame
            key={name}
            icon={<Icon size={20} aria-hidden="true" />}
            name={name}
            text={text}
            statuses={['not_connected']}
          >
            <p className="text-sm text-ink-3">No metrics.</p>
          </SourceFrame>
        ))}
      </div>
    </div>
  )
}

/** A link to reconnect, if the error text suggests it. */
function Reconnect({ text, connectPath }: { text: string; connectPath: string }) {
  return /reconnect/i.test(text) ? <ConnectLink to={`${connectPath}?start=1`}>Reconnect</ConnectLink> : null
}
