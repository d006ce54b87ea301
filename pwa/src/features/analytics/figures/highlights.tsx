// Analytics on the overview: highlights, the users card, and the alert that nothing is connected.
import { Link } from 'react-router'

import { useDismissed } from '../../../live/dismissed'
import { Card } from '../../../ui/card'
import { ALERT_LINK, Dismissable } from '../../../ui/feedback/dismissable'
import { useMinute } from '../../../ui/hooks/use-now'
import { ConnectLink } from '../connect/link'
import { Figure } from './figure'
import { amountText, countText, percentText, WINDOW } from '../rules'
import { useSources } from '../use-sources'

/** Renders nothing unless a property is connected. */
export function AnalyticsHighlights() {
  const sources = useSources()
  const now = useMinute()
  if (sources.is !== 'ready' || !sources.hasProperty) return null
  const { snapshot } = sources
  const asOf = snapshot?.totals_as_of ?? null
  return (
    <Card title="Analytics highlights" aside={<span className="text-sm text-ink-3">{WINDOW}</span>}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3">
        <Figure label="Sessions" value={countText(snapshot?.sessions ?? null)} asOf={asOf} now={now} />
        <Figure label="Conversions" value={amountText(snapshot?.conversions ?? null)} asOf={asOf} now={now} />
        <Figure
          label="Bounce Rate"
          value={percentText(snapshot?.bounce_rate ?? null)}
          asOf={asOf}
          now={now}
        />
      </dl>
    </Card>
  )
}

/**
 * One of the overview's four cards. Its window is 30 days, as its tooltip says. `href` is the address of the
 * Analytics tab.
 */
export function UsersCard({ href, connectPath }: { href: string; connectPath: string }) {
  const sources = useSources()
  const now = useMinute()
  const snapshot = sources.is === 'ready' ? sources.snapshot : undefined
  const canConnect = sources.is === 'ready' && !sources.hasProperty && sources.isOffered === true
  const fresh = snapshot?.new_users ?? null
  return (
    <Card label="Users this month" className="flex flex-col">
      <dl>
        <Figure
          label="Users this month"
          value={countText(snapshot?.total_users ?? null)}
          note={sources.is === 'loading' ? '' : fresh === null ? undefined : `${countText(fresh)} new users`}
          isComing={sources.is === 'loading'}
          asOf={snapshot?.totals_as_of ?? null}
          isUnconnected={sources.is === 'ready' && !sources.hasProperty}
          now={now}
        />
      </dl>
      {canConnect ? (
        <ConnectLink to={connectPath} isText>
          Connect Google Analytics
        </ConnectLink>
      ) : (
        <Link
          to={href}
          className="mt-auto -mb-2 inline-flex min-h-control-small items-center text-sm font-medium text-primary-ink hover:underline"
        >
          See Analytics
        </Link>
      )}
    </Card>
  )
}

/** The specification's alert. Renders nothing where Google cannot be connected. */
export function NotConnectedAlert({ connectionsPath }: { connectionsPath: string }) {
  const sources = useSources()
  if (
    sources.is !== 'ready' ||
    sources.isOffered === false ||
    sources.client === undefined ||
    sources.hasProperty
  )
    return null
  return <NotConnected event={sources.analytics?.updated_at ?? 'never'} connectionsPath={connectionsPath} />
}

/** Appears again if a connection has ended since the user dismissed it. */
function NotConnected({ event, connectionsPath }: { event: string; connectionsPath: string }) {
  const { isDismissed, dismiss } = useDismissed('analytics', event)
  if (isDismissed !== false) return null
  return (
    <Dismissable tone="warning" title="Google Analytics Not Connected" onDismiss={dismiss}>
      Connect it to see who visits your website.{' '}
      <Link to={connectionsPath} className={ALERT_LINK}>
        Connect now
      </Link>
    </Dismissable>
  )
}
