// The performance of the client's website, below the menu. It is not shown on the views of the
// dashboard that already show the score.
import { useLocation } from 'react-router'

import { ShellPerformance } from '../../../features/performance'
import { paths } from '../../paths'
import { viewPath } from '../../views'

export default function Website({ onFollow }: { onFollow?: (() => void) | undefined }) {
  const { pathname, search } = useLocation()
  const hasScore = pathname === paths.dashboard && new URLSearchParams(search).get('view') !== 'analytics'
  return hasScore ? null : <ShellPerformance href={viewPath('pagespeed')} onFollow={onFollow} />
}
