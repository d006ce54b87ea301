// Reports for admins: the list of clients beside the reports of this week, or beside the selected client's reports.
import { useState } from 'react'

import { recall, remember } from '../../lib/storage'
import { useDirectory } from '../../live/directory/use-directory'
import { cx } from '../../ui/cx'
import { Segments } from '../../ui/form/segments'
import { ClientPicker } from './client-picker'
import { ClientReports, type ReportLinks } from './client-reports'
import { useReportStates } from './last-reports'
import { Week } from './week'

const PART_KEY = 'reports_part'
type Part = 'week' | 'clients'

type AdminReportsProps = ReportLinks & {
  client: string | null
  report: string | null
  weeklyMailHref: string | undefined
}

export function AdminReports({ client, report, weeklyMailHref, hrefOf, onGo }: AdminReportsProps) {
  const directory = useDirectory()
  const states = useReportStates(directory)
  const [chosen, setChosen] = useState<Part>(() => (recall(PART_KEY) === 'clients' ? 'clients' : 'week'))
  const choose = (part: Part) => {
    setChosen(part)
    remember(PART_KEY, part)
  }
  // The list says why nothing is there.
  const part = directory.is === 'failed' ? 'clients' : chosen
  return (
    <>
      {client === null && (
        <div className="pane-narrow shrink-0 bg-surface px-4 py-2.5">
          <Segments
            label="Reports shown"
            isLabelHidden
            value={part}
            options={[
              { value: 'week', label: 'This week' },
              { value: 'clients', label: 'All clients' },
            ]}
            onChange={choose}
          />
        </div>
      )}
      <div className="flex min-h-0 flex-1">
        <div
          className={cx(
            'pane-list pane-list-small min-h-0 w-full flex-col bg-surface',
            client === null && part === 'clients' ? 'flex' : 'hidden',
          )}
        >
          {/* Beside the week, where the page's heading has no room of its own. */}
          <p aria-hidden="true" className="reports-title">
            Reports
          </p>
          <ClientPicker
            directory={directory}
            states={states}
            weeklyMailHref={weeklyMailHref}
            selected={client}
            hrefOf={hrefOf}
            onGo={onGo}
          />
        </div>
        {client === null ? (
          <div
            className={cx('pane-wide min-h-0 min-w-0 flex-1 flex-col', part === 'week' ? 'flex' : 'hidden')}
          >
            {directory.is !== 'failed' && <Week states={states} hrefOf={hrefOf} />}
          </div>
        ) : (
          <ClientReports key={client} clientId={client} shown={report} isAdmin hrefOf={hrefOf} onGo={onGo} />
        )}
      </div>
    </>
  )
}
