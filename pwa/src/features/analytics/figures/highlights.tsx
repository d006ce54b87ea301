// Analytics on the overview: highlights, the users card, and the alert that nothing is connected.
import { Link } from 'react-router'

import { useDismissed } from '../../../live/dismissed'
import { Card } from '../../../ui/card'
import { ChangeMark, changeOf } from '../../../ui/chart/change'
import { DETAILS_LINK, FigureCell } from '../../../ui/chart/figure'
import { ALERT_LINK, Dismissable } from '../../../ui/feedback/dismissable'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useMinute } from '../../../ui/hooks/use-now'
import { ConnectLink } from '../connect/link'
import { Total } from './total'
import { LAST_30_DAYS, PREVIOUS_PERIOD, asOfText, countText, SOURCE, weeklyMeans, WINDOW } from '../rules'
import { useSources } from '../use-sources'

/** Renders nothing unless a property is connected. While this is unknown, it reserves the space. */
export function AnalyticsHighlights() {
  const sources = useSources()
  if (sources.is === 'loading') return <Skeleton className="h-40 rounded-lg" />
  if (sources.is !== 'ready' || !sources.hasProperty) return null
  return (
    <Card
      title="Analytics highlights"
      aside={
        <span className="text-sm text-ink-3">
          {sources.snapshot?.previous_totals ? (
            <>
              <span className="max-sm:hidden">{LAST_30_DAYS}, </span>vs the {PREVIOUS_PERIOD}
            </>
          ) : (
            WINDOW
          )}
        </span>
      }
      className="py-2"
    >
      <dl className="grid grid-cols-3 gap-4">
        {(['sessions', 'conversions', 'bounce_rate'] as const).map((name) => (
          <Total key={name} isSmall isNarrow name={name} snapshot={sources.snapshot} />
        ))}
      </dl>
    </Card>
  )
}

/**
 * One of the overview's four figures. Its figures cover 30 days. `href` is the address of the
 * Analytics tab.
 */
export function UsersCard({ href, connectPath }: { href: string; connectPath: string }) {
  const sources = useSources()
  const now = useMinute()
  const snapshot = sources.is === 'ready' ? sources.snapshot : undefined
  const isUnconnected = sources.is === 'ready' && !sources.hasProperty
  const canConnect = isUnconnected && sources.isOffered === true
  const newUsers = snapshot?.new_users ?? null
  const change = changeOf(snapshot?.total_users ?? null, snapshot?.previous_totals?.total_users ?? null)
  return (
    <FigureCell
      label="Users this month"
      value={countText(snapshot?.total_users ?? null)}
      word={change && <ChangeMark change={change} comparedWith={PREVIOUS_PERIOD} />}
      // The sessions of both periods that the change compares, because Google sends no users per day.
      trend={weeklyMeans([...(snapshot?.previous_trend ?? []), ...(snapshot?.session_trend ?? [])])}
      period={WINDOW}
      source={SOURCE}
      asOf={snapshot?.totals_as_of ?? null}
      age={
        isUnconnected ? 'Google Analytics is not connected' : asOfText(snapshot?.totals_as_of ?? null, now)
      }
      note={isUnconnected ? 'Not Connected' : newUsers !== null && `${countText(newUsers)} new users`}
      more={
        canConnect ? (
          <ConnectLink to={connectPath} tone="bordered">
            Connect Google Analytics
          </ConnectLink>
        ) : (
          <Link to={href} className={DETAILS_LINK}>
            See Analytics
          </Link>
        )
      }
    />
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
