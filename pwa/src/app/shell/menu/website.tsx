// The performance of the client's website, below the menu. It is not shown on the dashboard, which already
// shows the score.
import { useLocation } from 'react-router'

import { ShellPerformance } from '../../../features/performance'
import { paths } from '../../paths'
import { viewPath } from '../../views'

export default function Website({ onFollow }: { onFollow?: (() => void) | undefined }) {
  const { pathname } = useLocation()
  return pathname === paths.dashboard ? null : (
    <ShellPerformance href={viewPath('pagespeed')} onFollow={onFollow} />
  )
}
