// Health of the installation: what failed with its remedy, the Friday run, the last backup, and background work.
import { Check, RefreshCw, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'

import { agoText, calendarDayText, timeText } from '../../../lib/text/days'
import { deviceName } from '../../../lib/text/device-name'
import { Alert } from '../../../ui/feedback/alert'
import { Badge } from '../../../ui/badge'
import { Button, IconButton } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { LoadError } from '../../../ui/feedback/load-error'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useMinute } from '../../../ui/hooks/use-now'
import { Time } from '../../../ui/time'
import type { Installation } from '../remote'
import { useNamesOf } from '../audit/use-names'
import { BackupNotice } from './backup-notice'
import { FailureLine, Line, Lines } from './lines'
import { Summary } from './summary'
import { useInstallation } from './use-health'
import { countsText, waitingOf } from './waiting'

export default function Health() {
  const { installation, problem, refresh, again, scan } = useInstallation()
  const message = again.message ?? scan.message
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 md:px-8">
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
        <Cards
          installation={installation}
          busy={again.busy || scan.busy}
          onTry={again.submitWith}
          onTryAll={() => again.submit()}
          onScan={scan.submitWith}
        />
      )}
    </div>
  )
}

type CardsProps = {
  installation: Installation
  busy: boolean
  onTry: (kind: string) => void
  onTryAll: () => void
  onScan: (clientId: string) => void
}

function Cards({ installation, busy, onTry, onTryAll, onScan }: CardsProps) {
  const now = useMinute()
  const names = useNamesOf(installation.failed_scans.map(({ client_id }) => client_id))
  const {
    effects,
    failing,
    mails,
    mail_troubles,
    push_troubles,
    failed_scans,
    friday,
    webhook_at,
    backup_at,
  } = installation
  return (
    // Failed work may be long, so two cards stand beside it.
    <div className="grid items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      <Card title="At a glance">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-base">
          <Detail name="Last backup">
            {backup_at === null ? 'None yet' : <Time at={backup_at}>{agoText(backup_at, now)}</Time>}
          </Detail>
          <Detail name="Last payment update">
            {webhook_at === null ? 'None yet' : <Time at={webhook_at}>{agoText(webhook_at, now)}</Time>}
          </Detail>
          <Detail name="Emails, last 7 days">
            {countsText([
              [mails['sent'] ?? 0, 'sent'],
              [(mails['waiting'] ?? 0) + (mails['sending'] ?? 0), 'waiting'],
              [mails['failed'] ?? 0, 'failed'],
              [mails['unknown'] ?? 0, 'perhaps not delivered'],
            ]) || 'None yet'}
          </Detail>
          <Detail name="Friday scans">
            {friday === null ? 'None yet' : <FridayLine week={friday.week} states={friday.states} />}
          </Detail>
        </dl>
      </Card>
      <Card
        title="Failed work"
        className="lg:row-span-2"
        aside={
          failing.length > 0 && (
            <Button size="sm" busy={busy} icon={<RotateCw size={14} aria-hidden="true" />} onClick={onTryAll}>
              Retry all
            </Button>
          )
        }
      >
        <Lines label="Failed work" none="Nothing has failed.">
          {[
            ...failing.map((one) => (
              <FailureLine
                key={`${one.kind} ${one.subject}`}
                failure={one}
                busy={busy}
                onTry={() => onTry(one.kind)}
              />
            )),
            ...failed_scans.map((one) => (
              <Line
                key={one.client_id}
                title={names?.get(one.client_id)?.name ?? one.website_url}
                aside={
                  <Button size="sm" tone="quiet" busy={busy} onClick={() => onScan(one.client_id)}>
                    Scan now
                  </Button>
                }
              >
                {one.website_url}, <Time at={one.at}>{agoText(one.at, now)}</Time>: {one.error}
              </Line>
            )),
          ]}
        </Lines>
      </Card>
      <Card title="Background work">
        <Lines label="Background work" none="Nothing is waiting.">
          {waitingOf(effects).map(({ name, text, age, nextDue, failing }) => (
            <Line key={name} title={text} aside={failing > 0 && <Badge tone="bad">{failing} failing</Badge>}>
              {age === '' && nextDue === null ? undefined : (
                <>
                  {age} {nextDue !== null && <NextDue at={nextDue} now={now} />}
                </>
              )}
            </Line>
          ))}
        </Lines>
      </Card>
      {push_troubles.length > 0 && (
        <Card title="Devices that push notifications do not reach">
          <Lines label="Devices that push notifications do not reach" none="">
            {push_troubles.map((one) => (
              <Line key={`${one.at} ${one.recipient} ${one.device}`} title={one.recipient} aside={null}>
                {deviceName(one.device).name}, <Time at={one.at}>{agoText(one.at, now)}</Time>: the push
                service did not accept it. Messages still arrive in the app and by email. They can turn push
                on again in Settings.
              </Line>
            ))}
          </Lines>
        </Card>
      )}
      {mail_troubles.length > 0 && (
        <Card title="Emails that were not sent">
          <Lines label="Emails that were not sent" none="">
            {mail_troubles.map((one) => (
              <Line
                key={`${one.at} ${one.recipient}`}
                title={one.recipient}
                aside={
                  <Badge tone={one.state === 'failed' ? 'bad' : 'warn'}>
                    {one.state === 'failed' ? 'Not sent' : 'Perhaps not delivered'}
                  </Badge>
                }
              >
                <Time at={one.at}>{agoText(one.at, now)}</Time>: {one.reason} Check the address with the
                recipient.
              </Line>
            ))}
          </Lines>
        </Card>
      )}
    </div>
  )
}

function NextDue({ at, now }: { at: string; now: number }) {
  return (
    <span>
      Next: <Time at={at}>{timeText(at, now)}</Time>
    </span>
  )
}

function FridayLine({ week, states }: { week: string; states: Record<string, number> }) {
  const all = Object.values(states).reduce((sum, count) => sum + count, 0)
  const ended = (states['done'] ?? 0) + (states['failed'] ?? 0) + (states['dropped'] ?? 0)
  const isDone = ended === all
  return (
    <>
      <span className="flex items-center gap-1.5">
        {isDone && <Check size={16} aria-hidden="true" className="shrink-0 text-good" />}
        {calendarDayText(week, 'short')}: {ended} of {all} done
        {(states['failed'] ?? 0) > 0 && `, ${String(states['failed'])} failed`}
      </span>
      {!isDone && <ProgressBar label="Friday scans" percent={Math.round((100 * ended) / all)} />}
    </>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 text-ink">{children}</dd>
    </>
  )
}
