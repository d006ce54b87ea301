// Reports for admins: this week's reports or the list of all clients, or that list beside one client's reports.
import { useState } from 'react'

import { recall, remember } from '../../lib/storage'
import { useDirectory } from '../../live/directory/use-directory'
import { AdminReportsBar, type Part } from './admin-reports-bar'
import { ClientPicker } from './client-picker'
import { ClientReports, type ReportLinks } from './client-reports'
import { useReportStates } from './last-reports'
import { Week } from './week'

const PART_KEY = 'reports_part'

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
  const picker = <ClientPicker directory={directory} states={states} selected={client} hrefOf={hrefOf} />
  if (client !== null)
    return (
      <div className="flex min-h-0 flex-1">
        <div className="pane-list pane-list-small hidden min-h-0 flex-col bg-surface">{picker}</div>
        <ClientReports key={client} clientId={client} shown={report} isAdmin hrefOf={hrefOf} onGo={onGo} />
      </div>
    )
  // After a failure, show the list of the clients, because it shows the error.
  const part = directory.is === 'failed' ? 'clients' : chosen
  return (
    <>
      <AdminReportsBar
        part={part}
        onPart={choose}
        weeklyMailHref={weeklyMailHref}
        hrefOf={hrefOf}
        onGo={onGo}
      />
      {part === 'week' ? (
        <Week states={states} hrefOf={hrefOf} />
      ) : (
        <div className="reports-clients">{picker}</div>
      )}
    </>
  )
}
