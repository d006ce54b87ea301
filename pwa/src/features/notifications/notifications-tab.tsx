// The Notifications settings tab: kinds of notifications, quiet hours, and devices.
import { Link } from 'react-router'

import { userStream } from '../../db/streams'
import { NO_CLIENT, NOT_LOADED } from '../../lib/text/client-errors'
import { useLive, useSyncStatus } from '../../live/live'
import { useOwnClient } from '../../live/own-client'
import { useRows } from '../../live/view'
import { Alert } from '../../ui/feedback/alert'
import { LoadError } from '../../ui/feedback/load-error'
import { OfflineNote } from '../../ui/feedback/offline-note'
import { Section } from '../../ui/layout/section'
import { Skeleton } from '../../ui/feedback/skeleton'
import { useOnline } from '../../ui/hooks/use-online'
import { DevicesSection } from './push/devices-section'
import { usePush } from './push/use-push'
import { settingsOf } from './queries'
import { QuietSection } from './quiet-section'
import { SwitchesSection } from './switches-section'
import { channelsText } from './texts'

const WEEKLY_MAIL = '/dashboard/reports/weekly-mail'

export default function NotificationsTab() {
  const { userId } = useLive()
  const { role } = useSyncStatus()
  const own = useOwnClient()
  const settings = useRows(userStream(userId), (replica) => settingsOf(replica, userId), [userId])
  const push = usePush()
  const isOnline = useOnline(() => undefined)
  if (own.is === 'failed') return <LoadError onRetry={own.retry}>{NOT_LOADED}</LoadError>
  if (settings.is === 'failed') return <LoadError onRetry={settings.retry}>{NOT_LOADED}</LoadError>
  if (own.is === 'loading' || settings.is === 'loading') return <LoadingTab />
  if (own.is === 'missing' || (own.is === 'no-client' && role === 'client')) return <Alert>{NO_CLIENT}</Alert>
  return (
    <div className="flex flex-col gap-5">
      {!isOnline && <OfflineNote />}
      <fieldset disabled={!isOnline} className="contents">
        <SwitchesSection
          client={own.is === 'ready' ? own.client : undefined}
          preferences={settings.preferences}
          channels={channelsText(push.state, settings.devices.length > 0)}
        />
        <DevicesSection devices={settings.devices} push={push} />
        <QuietSection preferences={settings.preferences} />
      </fieldset>
      {role === 'admin' && <WeeklySection />}
    </div>
  )
}

/** The link to the preview of the weekly email, for admins. */
function WeeklySection() {
  return (
    <Section
      title="Weekly email to clients"
      lead="On Mondays at 8 each client reads how their website did, who came, and what is new. It goes to every client who has not switched off new reports."
      action={
        <Link
          to={WEEKLY_MAIL}
          className="flex h-control items-center text-base font-medium text-primary-ink underline-offset-4 hover:underline"
        >
          Preview email
        </Link>
      }
    />
  )
}

function LoadingTab() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading</span>
      {['h-44', 'h-40', 'h-32'].map((height) => (
        <Skeleton key={height} className={`${height} rounded-lg`} />
      ))}
    </div>
  )
}
