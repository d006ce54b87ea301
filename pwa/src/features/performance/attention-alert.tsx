// The alert that a website is slow. It can be dismissed, and appears again with the next slow scan.
import { Link } from 'react-router'

import type { ScoreRow } from '../../db/rows/performance'
import { useDismissed } from '../../live/dismissed'
import { ALERT_LINK, Dismissable } from '../../ui/feedback/dismissable'
import { latestOf, usePerformance } from './queries'
import { needsAttention } from './rules'

/** `href` is the address of the recommendations. */
export function AttentionAlert({ href }: { href: string }) {
  const view = usePerformance()
  const score = view.is === 'ready' ? latestOf(view.scores) : undefined
  return score !== undefined && needsAttention(score) ? <SlowAlert score={score} href={href} /> : null
}

function SlowAlert({ score, href }: { score: ScoreRow; href: string }) {
  const { isDismissed, dismiss } = useDismissed('performance', score.id)
  if (isDismissed !== false) return null
  return (
    <Dismissable tone="error" title="Website Performance Needs Attention" onDismiss={dismiss}>
      Your website scored {score.performance_score} on a phone.{' '}
      <Link to={href} className={ALERT_LINK}>
        See what we’ll improve
      </Link>
    </Dismissable>
  )
}
