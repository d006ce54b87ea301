// The address /dashboard?view=pagespeed.
import { PageSpeedScreen } from '../../features/performance'
import { Title } from '../shell/unread'

export default function PageSpeedRoute() {
  return (
    <>
      <Title screen="PageSpeed" />
      <PageSpeedScreen />
    </>
  )
}
