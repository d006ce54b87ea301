// The route /dashboard/old: a static overview with sample data.
import { SampleOverview } from '../../../features/home'
import { Title } from '../../shell/menu/unread'

export default function SampleRoute() {
  return (
    <>
      <Title screen="Sample data" />
      <SampleOverview />
    </>
  )
}
