// A client's dashboard: the frame with its alerts, and the view that `?view=` asks for.
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { NotConnectedAlert } from '../../../features/analytics'
import { homeParts, SubscriptionAlert } from '../../../features/billing'
import { HomeScreen } from '../../../features/home'
import { AttentionAlert, FirstQuestion } from '../../../features/performance'
import { afterPicture } from '../../../lib/first-paint'
import { useAsking } from '../../../live/use-question-draft'
import { useLive } from '../../../live/live'
import { AskContext, type About } from '../../../ui/chart/figure'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useToasts } from '../../../ui/feedback/toast'
import { paths } from '../../paths'
import { Title } from '../../shell/menu/unread'
import { type View, viewLinks, viewOf, viewPath } from '../../views'
import { Overview } from './overview'

// At once, not when the first of them is drawn; a failure shows there. They travel with this (vite.config.ts).
void homeParts.load().catch(() => undefined)

const loadKeeping = afterPicture(() => import('../../device/cache-dashboard'))

const SCREENS: Record<View, ComponentType> = {
  overview: Overview,
  analytics: lazy(() => import('./analytics-view')),
  pagespeed: lazy(() => import('./page-speed-view')),
}
const TITLES: Record<View, string> = { overview: 'My Dashboard', analytics: 'Analytics', pagespeed: 'PageSpeed' }

export default function ClientHomeRoute() {
  useKeptPicture()
  return (
    <>
      <ClientHome tabsOf={viewLinks} />
      <FirstQuestion />
    </>
  )
}

/** The next start shows this dashboard before the app runs. */
function useKeptPicture(): void {
  const live = useLive()
  useEffect(() => {
    let isGone = false
    let stop = (): void => undefined
    loadKeeping().then(
      ({ keepPictures }) => {
        if (!isGone) stop = keepPictures(live, document)
      },
      // Then the next start shows it a second later.
      () => undefined,
    )
    return () => {
      isGone = true
      stop()
    }
  }, [live])
}

/** Without the question that a new client is asked. */
export function ClientHome({ tabsOf }: { tabsOf: typeof viewLinks }) {
  const [params] = useSearchParams()
  const view = viewOf(params.get('view'))
  const Screen = SCREENS[view]
  return (
    <AskContext value={useAskInThread()}>
      <Title screen={TITLES[view]} />
      <HomeScreen tabs={tabsOf(view)} alerts={<Alerts />}>
        <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
          <Screen />
        </Suspense>
      </HomeScreen>
    </AskContext>
  )
}

function Alerts() {
  return (
    <Suspense fallback={null}>
      <SubscriptionAlert href={paths.subscriptions} />
      <AttentionAlert href={viewPath('pagespeed')} />
      <NotConnectedAlert connectionsPath={paths.connections} />
    </Suspense>
  )
}

/** The figure goes into the composer of the person's own thread, which is opened. */
function useAskInThread(): ((about: About) => void) | null {
  const ask = useAsking()
  const navigate = useNavigate()
  const toasts = useToasts()
  if (ask === null) return null
  return (about) => {
    ask(about).then(
      () => void navigate(paths.messaging),
      () => toasts.show({ tone: 'error', title: 'The figure could not be kept on this device.' }),
    )
  }
}
