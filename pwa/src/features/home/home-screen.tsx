// Frame of a client's dashboard: alerts, tabs, and the selected view.
import { CircleUserRound } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router'

import { NO_CLIENT, NO_CLIENT_TITLE, NOT_LOADED } from '../../lib/text/client-errors'
import { useLive } from '../../live/live'
import { useOwnClient } from '../../live/own-client'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadError } from '../../ui/feedback/load-error'
import { PAGE, PageHead } from '../../ui/layout/page'
import { PullMark } from './pull-mark'
import { type TabLink, Tabs } from './tabs'
import { usePull } from './use-pull'
import { useSwipe } from './use-swipe'

/** `freshness` is the line below the heading with the age of the data. */
type HomeScreenProps = {
  tabs: readonly TabLink[]
  alerts: ReactNode
  freshness: ReactNode
  children: ReactNode
}

const MISSING = 'No client data found. Please contact support.'

export function HomeScreen(props: HomeScreenProps) {
  const own = useOwnClient()
  switch (own.is) {
    case 'no-client':
      return <NoData title={NO_CLIENT_TITLE} text={NO_CLIENT} />
    case 'missing':
      return <NoData title="No client data found" text={MISSING} />
    case 'failed':
      return <Failed onRetry={own.retry} />
    case 'loading':
    case 'ready':
      return <Frame {...props} />
  }
}

function Frame({ tabs, alerts, freshness, children }: HomeScreenProps) {
  const { sync } = useLive()
  const navigate = useNavigate()
  const frame = useRef<HTMLDivElement>(null)
  const currentIndex = tabs.findIndex((tab) => tab.isCurrent)
  useSwipe(frame, (step) => {
    const next = tabs[currentIndex + step]
    if (next !== undefined) void navigate(next.to)
  })
  const pull = usePull(frame, () => {
    sync.tryAgain()
    return sync.flushNow()
  })
  return (
    <div ref={frame} data-print="screen" className={cx(PAGE, 'flex flex-1 flex-col gap-2 lg:gap-4')}>
      <PullMark pull={pull} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <PageHead title="My Dashboard" lead={freshness} />
        {/* Alerts take a line of their own, so the tabs wrap to the next line. */}
        <div className="flex basis-full flex-col gap-2.5 empty:hidden">{alerts}</div>
        <Tabs tabs={tabs} />
      </div>
      {children}
    </div>
  )
}

function NoData({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState
      heading="h1"
      icon={<CircleUserRound size={22} aria-hidden="true" />}
      title={title}
      className="flex-1"
    >
      {text}
    </EmptyState>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={PAGE}>
      <PageHead title="My Dashboard" className="mb-3" />
      <LoadError onRetry={onRetry}>{NOT_LOADED}</LoadError>
    </div>
  )
}
