// The view ?view=analytics of a client's dashboard.
import { AnalyticsTab } from '../../../features/analytics'
import { paths } from '../../paths'

export default function AnalyticsView() {
  return <AnalyticsTab connectPath={paths.connectAnalytics} connectionsPath={paths.connections} />
}
