// The admins' list of clients with their last reports, alone or beside the selected client's reports.
import { useRef } from 'react'
import { Link } from 'react-router'

import { monthDayText } from '../../lib/text/days'
import { type DirectoryView, matching } from '../../live/directory/use-directory'
import { Avatar } from '../../ui/avatar'
import { cx } from '../../ui/cx'
import { ClientList } from '../../ui/list/client-list'
import { ScoreFigure } from './last-figures'
import type { ClientReportState, ReportStates } from './last-reports'

const ROW_HEIGHT = 56

type ClientPickerProps = {
  directory: DirectoryView
  states: ReportStates
  selected: string | null
  /** URL of a client's reports, or of one of them. */
  hrefOf: (clientId: string, reportId: string | null) => string
}

export function ClientPicker({ directory, states, selected, hrefOf }: ClientPickerProps) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <ClientList
      label="Clients and their reports"
      source={directory}
      matching={matching}
      selected={selected}
      rowHeight={ROW_HEIGHT}
      scroller={list}
    >
      {({ client }, isSelected, focus) => {
        const state = states.of.get(client.id)
        const draftId = state?.draftId ?? null
        return (
          <Link
            {...focus}
            to={hrefOf(client.id, draftId)}
            aria-current={isSelected ? 'page' : undefined}
            className={cx(
              'mx-1.5 my-0.5 flex h-[calc(100%-0.25rem)] items-center gap-3 rounded-md px-2.5 focus-visible:outline-offset-[-2px]',
              isSelected ? 'bg-primary-soft' : 'hover:bg-hover',
            )}
          >
            <Avatar name={client.company_name} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-base font-medium text-ink">{client.company_name}</span>
              <span
                className={cx(
                  'block truncate text-sm',
                  state?.week?.is === 'missing' ? 'text-warn' : 'text-ink-3',
                )}
              >
                {state?.text}
              </span>
            </span>
            {state !== undefined && state.text !== null && <Figures state={state} />}
          </Link>
        )
      }}
    </ClientList>
  )
}

/** The day of the last report is shown only where the list fills the page. */
function Figures({ state: { score, lastAt } }: { state: ClientReportState }) {
  return (
    <span className="picker-figures text-right text-sm text-ink-3">
      {score !== null && (
        <span className="block">
          Score{' '}
          <span className="font-medium">
            <ScoreFigure score={score} />
          </span>
        </span>
      )}
      {lastAt !== null && (
        <span className="picker-last">
          Last report{' '}
          <time dateTime={lastAt} className="tabular">
            {monthDayText(lastAt)}
          </time>
        </span>
      )}
    </span>
  )
}
