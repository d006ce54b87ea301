// A client's dashboard: its frame with the alerts, and the view that `?view=` selects.
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { NotConnectedAlert, useSources } from '../../../features/analytics'
import { homeParts, SubscriptionAlert } from '../../../features/billing'
import { Freshness, HomeScreen } from '../../../features/home'
import { AttentionAlert, FirstQuestion, useWebsiteStatus } from '../../../features/performance'
import { afterFirstPaint } from '../../../lib/first-paint'
import { useDraftUpdate } from '../../../live/use-draft-update'
import { useLive } from '../../../live/live'
import { useContactName } from '../../../live/team'
import { type FigureReference, ContactContext, QuestionContext } from '../../../ui/chart/figure'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useToasts } from '../../../ui/feedback/toast'
import { paths } from '../../paths'
import { Title } from '../../shell/menu/unread'
import { type View, viewLinks, viewOf, viewPath } from '../../views'
import { Overview } from './overview'

// Start the import now and not when the first part renders. All parts are in one chunk (vite.config.ts). If
// the import fails, the parts show the error.
void homeParts.load().catch(() => undefined)

const loadCaching = afterFirstPaint(() => import('../../device/cache-dashboard'))

const SCREENS: Record<View, ComponentType> = {
  overview: Overview,
  analytics: lazy(() => import('./analytics-view')),
  pagespeed: lazy(() => import('./page-speed-view')),
}
const TITLES: Record<View, string> = {
  overview: 'My Dashboard',
  analytics: 'Analytics',
  pagespeed: 'PageSpeed',
}

export default function ClientHomeRoute() {
  useCachedDashboard()
  return (
    <>
      <ClientHome tabsOf={viewLinks} />
      <FirstQuestion />
    </>
  )
}

/** Stores this dashboard's HTML, which the next start shows before the app runs. */
function useCachedDashboard(): void {
  const live = useLive()
  useEffect(() => {
    let isUnmounted = false
    let stop = (): void => undefined
    loadCaching().then(
      ({ startCachingDashboard }) => {
        if (!isUnmounted) stop = startCachingDashboard(live, document)
      },
      // Ignore errors: without stored HTML, the next start only shows the dashboard about a second later.
      () => undefined,
    )
    return () => {
      isUnmounted = true
      stop()
    }
  }, [live])
}

/** The dashboard without `FirstQuestion`, which new clients see. */
export function ClientHome({ tabsOf }: { tabsOf: typeof viewLinks }) {
  const [params] = useSearchParams()
  const view = viewOf(params.get('view'))
  const Screen = SCREENS[view]
  return (
    <QuestionContext value={useQuestionInThread()}>
      <ContactContext value={useContactName()}>
        <Title screen={TITLES[view]} />
        <HomeScreen tabs={tabsOf(view)} alerts={<Alerts />} freshness={<DataFreshness />}>
          <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
            <Screen />
          </Suspense>
        </HomeScreen>
      </ContactContext>
    </QuestionContext>
  )
}

function DataFreshness() {
  const website = useWebsiteStatus()
  const sources = useSources()
  return (
    <Freshness
      scan={website.is === 'scored' ? website.score.created_at : null}
      analytics={sources.is === 'ready' ? (sources.snapshot?.totals_as_of ?? null) : null}
    />
  )
}

function Alerts() {
  return (
    <Suspense fallback={null}>
      <SubscriptionAlert href={paths.subscriptions} messagingHref={paths.messaging} />
      <AttentionAlert href={viewPath('pagespeed')} />
      <NotConnectedAlert connectionsPath={paths.connections} />
    </Suspense>
  )
}

/**
 * Returns a function that puts a figure into the draft of the user's own thread and opens the thread. Null if
 * the user has no own thread.
 */
function useQuestionInThread(): ((about: FigureReference) => void) | null {
  const updateDraft = useDraftUpdate()
  const navigate = useNavigate()
  const toasts = useToasts()
  if (updateDraft === null) return null
  return (about) => {
    updateDraft((draft) => ({ ...draft, card: about })).then(
      () => void navigate(paths.messaging),
      () => toasts.show({ tone: 'error', title: 'The figure could not be stored on this device.' }),
    )
  }
}
