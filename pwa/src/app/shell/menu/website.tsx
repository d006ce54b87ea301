// The performance of the client's website, below the menu; not beside a view that shows the score itself.
import { useLocation } from 'react-router'

import { ShellPerformance } from '../../../features/performance'
import { paths } from '../../paths'
import { viewOf, viewPath } from '../../views'

export default function Website({ onFollow }: { onFollow?: (() => void) | undefined }) {
  const { pathname, search } = useLocation()
  const hasScore =
    pathname === paths.dashboard && viewOf(new URLSearchParams(search).get('view')) !== 'analytics'
  return hasScore ? null : <ShellPerformance href={viewPath('pagespeed')} onFollow={onFollow} />
}
