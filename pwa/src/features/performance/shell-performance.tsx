// Website performance in the menu: the card's three states in a few lines that link to the PageSpeed tab.
import { Link } from 'react-router'

import { momentText } from '../../lib/text/times'
import { ChangeLine } from './score/change-line'
import { RatingBadge } from './score/rating-badge'
import { ScoreRing } from './score/ring'
import { type Standing, useStanding, WORDS } from './website-status'

type ShellPerformanceProps = { href: string; onFollow?: (() => void) | undefined }

/** Renders nothing while loading. `onFollow` runs when the link is clicked, to close the drawer. */
export function ShellPerformance({ href, onFollow }: ShellPerformanceProps) {
  const standing = useStanding()
  if (standing.is === 'loading' || standing.is === 'failed') return null
  return (
    <Link
      to={href}
      onClick={onFollow}
      className="mt-4 block rounded-lg border border-line bg-surface p-3 text-ink shadow-1 transition-colors duration-150 hover:bg-hover"
    >
      <p className="mb-2 text-sm font-semibold">Website performance</p>
      <Content standing={standing} />
      {standing.failed !== null && <p className="mt-1 text-sm text-warn">{WORDS.scanFailed}</p>}
    </Link>
  )
}

function Content({ standing }: { standing: Exclude<Standing, { is: 'loading' | 'failed' }> }) {
  switch (standing.is) {
    case 'scored':
      return (
        <>
          <div className="mb-1 flex items-center gap-3">
            <ScoreRing score={standing.score.performance_score} size={52} />
            <RatingBadge score={standing.score.performance_score} />
          </div>
          {standing.change !== null && <ChangeLine change={standing.change} since="since last week" />}
          <p className="mt-1 text-xs text-ink-3">As of {momentText(standing.score.created_at)}</p>
        </>
      )
    case 'before-the-first':
      return <p className="text-sm text-ink-2">{standing.running === null ? WORDS.first : WORDS.scanning}</p>
    case 'to-onboard':
      return <p className="text-sm text-ink-2">{WORDS.onboard}</p>
  }
}
