// The view ?view=pagespeed of a client's dashboard.
import { PageSpeedScreen } from '../../../features/performance'

export default function PageSpeedView() {
  return <PageSpeedScreen />
}
