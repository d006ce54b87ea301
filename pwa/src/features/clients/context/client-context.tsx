// The panel about a client beside its conversation: this device's rows, and the server's scores.
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { ClientRow } from '../../../db/rows/clients'
import type { ReportRow } from '../../../db/rows/reports'
import { WRITE_REPORT } from '../../../lib/navigation'
import { dateText, timeText } from '../../../lib/text/days'
import { billingText, isLate, planName } from '../../../lib/text/plan-names'
import { type DirectoryEntry, useDirectory } from '../../../live/directory/use-directory'
import { useSyncStatus } from '../../../live/live'
import { buttonClass } from '../../../ui/button'
import { ChangeMark, scoreChangeOf } from '../../../ui/chart/change'
import { useMinute } from '../../../ui/hooks/use-now'
import { SidePanel, SidePanelSkeleton } from '../../../ui/layout/panes'
import { Time } from '../../../ui/time'
import { stateText } from '../page/report-state'
import { MissingScore } from '../page/missing-score'
import { scoreOf } from '../page/score'
import { type ClientPageData, useClientPage } from '../page/use-client-page'
import { useScores } from '../page/use-scores'
import '../page/client-link.css'
import './client-context.css'

type ClientContextProps = {
  id: string
  /** URL of the client's page. */
  clientHref: string
  /** URL of a report; of all reports if the report's id is null. */
  reportOf: (clientId: string, reportId: string | null) => string
}

/** Renders nothing for a client that does not exist or cannot be read: the list and the conversation show that. */
export function ClientContext({ id, clientHref, reportOf }: ClientContextProps) {
  const directory = useDirectory()
  const data = useClientPage(id)
  if (directory.is === 'failed' || data.is === 'failed') return null
  const entry = directory.is === 'ready' ? directory.of.get(id) : undefined
  if (entry === undefined && directory.is === 'ready' && directory.isWhole) return null
  if (entry === undefined || data.is === 'loading') return <SidePanelSkeleton label="About the client" />
  return <Loaded entry={entry} data={data} clientHref={clientHref} reportOf={reportOf} />
}

type LoadedProps = Omit<ClientContextProps, 'id'> & { entry: DirectoryEntry; data: ClientPageData }

function Loaded({ entry, data, clientHref, reportOf }: LoadedProps) {
  const { client } = entry
  const { link, as_of } = useSyncStatus()
  const now = useMinute()
  return (
    <SidePanel label={`About ${client.company_name}`}>
      <div className="flex h-14 flex-col justify-center border-b border-line px-4">
        <h2 className="truncate text-base leading-5 font-semibold text-ink">{client.contact_name}</h2>
        <p className="truncate text-sm text-ink-3">{client.company_name}</p>
      </div>
      <div className="client-context flex flex-col gap-4 p-4">
        {link.is !== 'live' && as_of !== null && (
          <p className="text-sm text-ink-3">Last updated {timeText(as_of, now)}</p>
        )}
        <dl className="flex flex-col gap-4">
          <Part name="Website">
            <Website address={client.website_url} clientHref={clientHref} />
          </Part>
          <Part name="Performance score">
            <Score client={client} data={data} />
          </Part>
          <Part name="Subscription">
            <Subscription entry={entry} />
          </Part>
          <Part name="Last report">
            <LastReport client={client} reports={data.reports} reportOf={reportOf} now={now} />
          </Part>
          <Part name="Connected sources">{sourcesText(client)}</Part>
        </dl>
        <div className="flex gap-2">
          <Link to={clientHref} className={`${buttonClass('bordered', 'sm')} flex-1`}>
            Open client
          </Link>
          {data.reports.length > 0 && (
            <Link
              to={reportOf(client.id, null)}
              state={WRITE_REPORT}
              className={`${buttonClass('bordered', 'sm')} flex-1`}
            >
              Write report
            </Link>
          )}
        </div>
      </div>
    </SidePanel>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Website({ address, clientHref }: { address: string | null; clientHref: string }) {
  if (address === null) {
    return (
      <>
        No address yet ·{' '}
        <Link to={clientHref} className="client-link">
          Add it
        </Link>
      </>
    )
  }
  return (
    <a href={address} target="_blank" rel="noreferrer" className="client-link">
      {address.replace(/^https?:\/\//, '').replace(/\/$/, '')}
    </a>
  )
}

/** The same score as on the client's page, because different scores on two screens would confuse an admin. */
function Score({ client, data }: { client: ClientRow; data: ClientPageData }) {
  const score = scoreOf(data, useScores(client.id, data.scan))
  if (score === null) return <MissingScore client={client} scan={data.scan} />
  const change = scoreChangeOf(score.value, score.before)
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="tabular text-xl font-semibold">{score.value}</span>
        {change && <ChangeMark change={change} comparedWith={score.against} isLong />}
      </span>
      <Time at={score.at} className="text-sm text-ink-3">
        Scanned {dateText(score.at, 'short')}
      </Time>
      {data.scan?.state === 'failed' && (
        <span className="block text-sm text-bad">
          The scan on {dateText(data.scan.asked_at, 'short')} failed
        </span>
      )}
    </>
  )
}

/** `Active · Billing: Active · Professional Plan`: the access, which an admin may change, Stripe's status, and the plan. */
function Subscription({ entry: { client, billing } }: { entry: DirectoryEntry }) {
  const parts = [
    client.subscription_status === 'active' ? 'Active' : 'Inactive',
    ...(billing === undefined ? [] : [billingText(billing?.status ?? null)]),
    planName(client.subscription_tier),
  ]
  return <span className={isLate(billing?.status) ? 'text-bad' : undefined}>{parts.join(' · ')}</span>
}

type LastReportProps = Pick<LoadedProps, 'reportOf'> & {
  client: ClientRow
  reports: readonly ReportRow[]
  now: number
}

/** The newest report that the client can read, and below it a newer one that is not published yet. */
function LastReport({ client, reports, reportOf, now }: LastReportProps) {
  const published = reports.find(({ status }) => status === 'published')
  const [newest] = reports
  const shown = [published, newest === published ? undefined : newest].filter((one) => one !== undefined)
  if (shown.length === 0) {
    return (
      <Link to={reportOf(client.id, null)} state={WRITE_REPORT} className="client-link">
        Write the first report
      </Link>
    )
  }
  return (
    <span className="flex flex-col gap-2">
      {shown.map((report) => (
        <span key={report.id}>
          <Link to={reportOf(client.id, report.id)} className="client-link">
            {report.title}
          </Link>
          <span className="block text-sm text-ink-3">{stateText(report, now)}</span>
        </span>
      ))}
    </span>
  )
}

function sourcesText({ ga4_property_id, ga4_property_name }: ClientRow): string {
  if (ga4_property_id === null) return 'None yet. The client adds Google Analytics under Connections.'
  return ga4_property_name === null ? 'Google Analytics' : `Google Analytics (${ga4_property_name})`
}
