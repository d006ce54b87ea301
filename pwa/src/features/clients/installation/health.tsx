// Health of the installation: failures with their remedies, the Friday run, the last backup, and background work.
import { RefreshCw } from 'lucide-react'

import { timeText } from '../../../lib/text/days'
import { Alert } from '../../../ui/feedback/alert'
import { IconButton } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useMinute } from '../../../ui/hooks/use-now'
import { TabScroller } from '../tab-scroller'
import { Time } from '../../../ui/time'
import type { Installation } from '../remote'
import { BackupNotice } from './backup-notice'
import { FailedWorkCard } from './failed-work-card'
import { GlanceCard } from './glance-card'
import { Line, Lines } from './lines'
import { Summary } from './summary'
import { MailTroublesCard, PushTroublesCard } from './trouble-cards'
import { useInstallation } from './use-health'
import { waitingOf } from './waiting'

export default function Health() {
  const { installation, problem, refresh, retry, scan } = useInstallation()
  const message = retry.message ?? scan.message
  return (
    <TabScroller>
      <div className="flex items-center justify-between gap-3 py-3">
        <div>
          {installation !== null && <Summary installation={installation} />}
          <p className="text-sm text-ink-3">Refreshes every 10 seconds.</p>
        </div>
        <IconButton label="Refresh health" onClick={refresh}>
          <RefreshCw size={16} aria-hidden="true" />
        </IconButton>
      </div>
      {problem !== null && (
        <LoadError className="mb-3" onRetry={refresh}>
          {problem}
        </LoadError>
      )}
      {message !== null && <Alert className="mb-3">{message}</Alert>}
      {installation === null && problem === null && (
        <div role="status" className="grid gap-4 lg:grid-cols-2">
          <span className="sr-only">Loading</span>
          {[0, 1, 2, 3].map((card) => (
            <Skeleton key={card} className="h-36 w-full" />
          ))}
        </div>
      )}
      {installation?.backup_at === null && <BackupNotice />}
      {installation !== null && (
        <div className="flex flex-col gap-4">
          <GlanceCard installation={installation} />
          {/* Two columns that end at one line, because the last card of each fills the rest. */}
          <div className="grid gap-4 lg:grid-cols-2">
            <div className="health-cards flex min-w-0 flex-col gap-4">
              <FailedWorkCard
                installation={installation}
                busy={retry.busy || scan.busy}
                onRetry={retry.submitWith}
                onRetryAll={() => retry.submit()}
                onScan={scan.submitWith}
              />
              <PushTroublesCard troubles={installation.push_troubles} />
              <MailTroublesCard troubles={installation.mail_troubles} />
            </div>
            <div className="health-cards flex min-w-0 flex-col gap-4">
              <BackgroundWorkCard effects={installation.effects} />
            </div>
          </div>
        </div>
      )}
    </TabScroller>
  )
}

function BackgroundWorkCard({ effects }: Pick<Installation, 'effects'>) {
  const now = useMinute()
  return (
    <Card title="Background work">
      <p className="mb-2 text-sm text-ink-3">The server does this by itself.</p>
      <Lines label="Background work" none="Nothing is waiting.">
        {waitingOf(effects).map(({ name, text, age, nextDue, failing }) => (
          <Line key={name} title={text} aside={null}>
            {age === '' && nextDue === null && failing === 0 ? undefined : (
              <>
                {age} {failing > 0 && `${failing} failed and will be tried again. See Failed work.`}{' '}
                {nextDue !== null && <NextDue at={nextDue} now={now} />}
              </>
            )}
          </Line>
        ))}
      </Lines>
    </Card>
  )
}

function NextDue({ at, now }: { at: string; now: number }) {
  return (
    <span>
      Next: <Time at={at}>{timeText(at, now)}</Time>
    </span>
  )
}
