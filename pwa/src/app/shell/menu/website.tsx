// The performance of the client's website, below the menu; not beside the dashboard, which has the score itself.
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
