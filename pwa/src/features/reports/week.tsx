// This week's reports for admins: the state of each client's report, missing ones first, with a link to write it.
import { CalendarCheck } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import { Link } from 'react-router'

import { WRITE_REPORT } from '../../lib/navigation'
import { timeText } from '../../lib/text/days'
import { useSyncStatus } from '../../live/live'
import { Avatar } from '../../ui/avatar'
import { buttonClass } from '../../ui/button'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadError } from '../../ui/feedback/load-error'
import { ProgressBar } from '../../ui/feedback/progress-bar'
import { Skeleton } from '../../ui/feedback/skeleton'
import { useMinute } from '../../ui/hooks/use-now'
import { type RowFocus, WindowedList } from '../../ui/list/windowed-list'
import { StatusDot } from '../../ui/status-dot'
import { ScoreChange, ScoreFigure } from './last-figures'
import type { ClientReportState, ReportStates } from './last-reports'
import { LOAD_FAILED, weekTitle } from './rules'
import { useZone } from './use-zone'
import { countTexts, inWeekOrder, STATES, type WeekState, weekText } from './week-state'

const ROW_HEIGHT = 68

type WeekProps = {
  states: ReportStates
  /** URL of a client's reports, or of one of them. */
  hrefOf: (clientId: string, reportId: string | null) => string
}

export function Week({ states, hrefOf }: WeekProps) {
  const now = useMinute()
  const zone = useZone()
  const { link, as_of } = useSyncStatus()
  const rows = useMemo(() => inWeekOrder(states.of.values()), [states.of])
  const keyOf = useCallback((index: number) => rows[index]?.entry.client.id ?? '', [rows])
  const scroller = useRef<HTMLDivElement>(null)
  if (states.retry !== null)
    return (
      <LoadError className="m-4" onRetry={states.retry}>
        {LOAD_FAILED}
      </LoadError>
    )
  const counts = countTexts(rows)
  return (
    <section aria-labelledby="week" className="flex min-h-0 flex-1 flex-col">
      <div className="week-head shrink-0">
        <h2 id="week" className="text-head font-semibold text-ink">
          {weekTitle(now, zone)}
        </h2>
        {!states.isRead && <Skeleton className="mt-1 mb-4 h-4 w-48" />}
        {states.isRead && rows.length > 0 && (
          <>
            <p className="text-base text-ink-2">
              {counts.sent}
              {counts.others !== '' && <span className="text-ink-3"> · {counts.others}</span>}
            </p>
            <div className="week-progress">
              <ProgressBar percent={counts.percent} label="Reports of this week that are sent" />
            </div>
          </>
        )}
        {link.is !== 'live' && as_of !== null && (
          <p className="text-sm text-ink-3">Last updated {timeText(as_of, now)}</p>
        )}
      </div>
      {!states.isRead && <WeekSkeleton />}
      {states.isRead && rows.length === 0 && (
        <EmptyState
          icon={<CalendarCheck size={22} aria-hidden="true" />}
          title="No client gets reports yet"
          className="flex-1"
        >
          A client appears here once it has signed up and is active.
        </EmptyState>
      )}
      {states.isRead && rows.length > 0 && (
        <div className="week-table">
          <Heads />
          <WindowedList
            label="Reports of this week"
            count={rows.length}
            keyOf={keyOf}
            rowHeight={ROW_HEIGHT}
            scroller={scroller}
            className="pb-[var(--safe-bottom)]"
          >
            {(index, focus) => {
              const row = rows[index]
              return row && <Row row={row} now={now} hrefOf={hrefOf} focus={focus} />
            }}
          </WindowedList>
        </div>
      )}
    </section>
  )
}

/** The column heads. They are not `<th>` elements, because each row is labelled. */
function Heads() {
  return (
    <div
      aria-hidden="true"
      className="week-heads h-9 shrink-0 border-y border-line bg-sunken text-xs font-medium text-ink-3"
    >
      <div className="week-columns">
        <span />
        <span>Client</span>
        <span>Report of this week</span>
        <span>Score</span>
      </div>
    </div>
  )
}

type RowProps = Pick<WeekProps, 'hrefOf'> & {
  row: ClientReportState & { week: WeekState }
  now: number
  focus: RowFocus
}

function Row({ row, now, hrefOf, focus }: RowProps) {
  const { client } = row.entry
  const { word, tone } = STATES[row.week.is]
  const text = weekText(row.week, now)
  const action = actionOf(row.week)
  return (
    <div className="week-columns week-row">
      <Avatar name={client.company_name} className="week-face" />
      <span className="min-w-0">
        <Link
          to={hrefOf(client.id, null)}
          tabIndex={focus.tabIndex}
          className="week-client block truncate text-base font-medium text-ink"
        >
          {client.company_name}
        </Link>
        <span className="week-contact block truncate text-sm text-ink-3">{client.contact_name}</span>
      </span>
      <span className="week-state min-w-0">
        <span className="flex shrink-0 items-center gap-2 text-sm text-ink">
          <StatusDot tone={tone} />
          {word}
        </span>
        {text !== '' && <span className="block truncate text-sm text-ink-3">{text}</span>}
      </span>
      <span className="week-figure text-sm font-medium">
        {row.score !== null && (
          <>
            <span className="sr-only">Score </span>
            <ScoreFigure score={row.score} />
            <ScoreChange score={row.score} />
          </>
        )}
      </span>
      <Link
        {...focus}
        to={hrefOf(client.id, action.reportId)}
        state={action.reportId === null ? WRITE_REPORT : undefined}
        className={`${buttonClass(action.isQuiet ? 'borderless' : 'bordered', 'sm')} week-action`}
      >
        <span>
          {action.name} {action.object !== undefined && <span className="week-object">{action.object} </span>}
          <span className="sr-only">for {client.company_name}</span>
        </span>
      </Link>
    </div>
  )
}

/** The narrowest screens hide `object`. */
type Action = { name: string; object?: string; reportId: string | null; isQuiet: boolean }

/** An admin's next action for a client. A null `reportId` means that the action is to write a report. */
function actionOf(week: WeekState): Action {
  if (week.is === 'missing') return { name: 'Write report', reportId: null, isQuiet: false }
  const draft = week.is === 'sent' ? week.draft : week.is === 'draft' ? week.report : undefined
  if (draft !== undefined) return { name: 'Continue', object: 'draft', reportId: draft.id, isQuiet: false }
  return { name: 'Open', object: 'report', reportId: week.report.id, isQuiet: true }
}

function WeekSkeleton() {
  return (
    <div role="status" className="week-table">
      <span className="sr-only">Loading the reports of this week</span>
      <Heads />
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <div key={row} style={{ height: ROW_HEIGHT }}>
          <div className="week-columns week-row">
            <Skeleton className="week-face size-9 rounded-full" />
            <Skeleton className="h-3.5 w-36" />
            <Skeleton className="week-state h-3.5 w-24" />
          </div>
        </div>
      ))}
    </div>
  )
}
