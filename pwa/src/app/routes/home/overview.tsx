// The overview of a client's dashboard: the week in a sentence, the report, four figures, and cards with
// other news.
import { CreditCard, FileText, MessagesSquare, PlugZap, Settings, Tag } from 'lucide-react'

import { clientStream, userStream } from '../../../db/streams'
import { AnalyticsHighlights, UsersCard, useSources } from '../../../features/analytics'
import { SubscriptionCard } from '../../../features/billing'
import { BotActivity } from '../../../features/chatbots'
import {
  ChatsCard,
  type QuickAction,
  QuickActions,
  SetupChecklist,
  Strip,
  TeamMessages,
  WeekSentence,
} from '../../../features/home'
import { PerformanceCard, ScoreCard, useWebsiteStatus } from '../../../features/performance'
import { WeeklyReportCard } from '../../../features/reports'
import { useLive } from '../../../live/live'
import { useMember, useRows } from '../../../live/view'
import { Card } from '../../../ui/card'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { morePaths } from '../../more-paths'
import { paths } from '../../paths'
import { reportPath } from '../../report-path'
import { useCounts } from '../../shell/menu/unread'
import { viewPath } from '../../views'
import { useSetup } from './use-setup'
import { useIsDone, useWeek } from './use-week'

const ACTIONS: readonly QuickAction[] = [
  { to: paths.reports, label: 'View reports', Icon: FileText },
  { to: paths.messaging, label: 'Send a message', Icon: MessagesSquare },
  { to: paths.connections, label: 'Manage connections', Icon: PlugZap },
  { to: paths.subscriptions, label: 'Manage subscription', Icon: CreditCard },
  { to: paths.settings, label: 'Settings', Icon: Settings },
  { to: paths.pricing, label: 'Plans and prices', Icon: Tag, isExternal: true },
]

/** Two cards in each row. A last card without a neighbour fills its row. */
const CARDS = 'grid grid-cols-1 gap-2 lg:grid-cols-2 lg:gap-4 lg:[&>:last-child:nth-child(odd)]:col-span-2'

export function Overview() {
  const { isShared } = useLive()
  const setup = useSetup()
  const thisWeek = useWeek()
  const isDone = useIsDone()
  const isLoading = useIsLoading()
  const sources = useSources()
  const website = useWebsiteStatus()
  return (
    <>
      {setup.isShown && <SetupChecklist steps={setup.steps} onHide={setup.hide} />}
      <WeeklyReportCard hrefOf={(report) => reportPath(null, report)}>
        {thisWeek.is === 'nothing' ? undefined : (
          <WeekSentence week={thisWeek.is === 'ready' ? thisWeek.week : null} isDone={isDone} />
        )}
      </WeeklyReportCard>
      <Strip>
        <ScoreCard href={viewPath('pagespeed')} />
        <UsersCard href={viewPath('analytics')} connectPath={paths.connectAnalytics} />
        <ChatsCard />
        <SubscriptionCard href={paths.subscriptions} />
      </Strip>
      <div className={CARDS}>
        <TeamMessages href={paths.messaging} unread={useCounts().unread} />
        {(!setup.isShown || website.is === 'scored') && <PerformanceCard href={viewPath('pagespeed')} />}
        <AnalyticsHighlights />
        {sources.is === 'loading' ? (
          // Without the highlights the activity takes their place, so show a placeholder until the sources
          // are loaded.
          <Skeleton className="h-36 rounded-lg" />
        ) : (
          <Card title="Recent chatbot activity" className="py-2">
            {isShared ? (
              <p className="text-base text-ink-2">Chatbot conversations are private.</p>
            ) : (
              <BotActivity href={morePaths.chatbot} />
            )}
          </Card>
        )}
      </div>
      {!isLoading && <QuickActions actions={ACTIONS} />}
    </>
  )
}

/**
 * Whether rows of this screen are still loading. Each new row would move the content below it. One loaded row
 * does not prove that the others are loaded, so both streams (the company's and the user's) must be complete.
 */
function useIsLoading(): boolean {
  const { userId, isShared } = useLive()
  const member = useMember()
  const clientId = member.is === 'ready' ? member.client_id : null
  const company = useRows(clientId === null ? null : clientStream(clientId), NO_ROWS, [])
  const user = useRows(userStream(userId), NO_ROWS, [])
  return company.is === 'loading' || (isShared !== true && user.is === 'loading')
}

const NO_ROWS = () => Promise.resolve({})
