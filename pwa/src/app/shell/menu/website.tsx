// The performance of the client's website, below the menu.
import { ShellPerformance } from '../../../features/performance'
import { viewPath } from '../../views'

export default function Website({ onFollow }: { onFollow?: (() => void) | undefined }) {
  return <ShellPerformance href={viewPath('pagespeed')} onFollow={onFollow} />
}
