// Website performance in the menu: the card's three states in a few lines that link to the PageSpeed tab.
import { Link } from 'react-router'

import { dateText } from '../../lib/text/days'
import { dateTimeText } from '../../lib/text/times'
import { ChangeLine } from './score/change-line'
import { RatingBadge } from '../../ui/rating-badge'
import { ScoreRing } from './score/ring'
import { type WebsiteStatus, useWebsiteStatus, TEXTS } from './website-status'

type ShellPerformanceProps = { href: string; onFollow?: (() => void) | undefined }

/** Renders nothing while loading. `onFollow` runs when the link is clicked, to close the drawer. */
export function ShellPerformance({ href, onFollow }: ShellPerformanceProps) {
  const status = useWebsiteStatus()
  if (status.is === 'loading' || status.is === 'failed') return null
  return (
    <Link
      to={href}
      onClick={onFollow}
      className="mt-4 block rounded-lg border border-line bg-surface p-3 text-ink shadow-1 transition-colors duration-150 hover:bg-hover"
    >
      <p className="mb-2 text-sm font-semibold">Website performance</p>
      <Content status={status} />
      {status.failed !== null && <p className="mt-1 text-sm text-warn">{TEXTS.scanFailed}</p>}
    </Link>
  )
}

function Content({ status }: { status: Exclude<WebsiteStatus, { is: 'loading' | 'failed' }> }) {
  switch (status.is) {
    case 'scored':
      return (
        <>
          <div className="mb-1 flex items-center gap-3">
            <ScoreRing score={status.score.performance_score} size={52} />
            <RatingBadge score={status.score.performance_score} />
          </div>
          {status.change !== null && <ChangeLine change={status.change} since="since last week" />}
          <p title={dateTimeText(status.score.created_at)} className="mt-1 text-xs text-ink-3">
            Scan of {dateText(status.score.created_at, 'short')}
          </p>
        </>
      )
    case 'not-scored':
      return <p className="text-sm text-ink-2">{status.running === null ? TEXTS.first : TEXTS.scanning}</p>
    case 'not-onboarded':
      return <p className="text-sm text-ink-2">{TEXTS.onboard}</p>
  }
}
