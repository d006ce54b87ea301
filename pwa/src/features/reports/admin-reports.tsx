// Reports for admins: this week's reports or the list of all clients, or one client's reports with that list on
// request.
import { type RefObject, useEffect, useRef, useState } from 'react'

import { recall, remember } from '../../lib/storage'
import { useDirectory } from '../../live/directory/use-directory'
import { useMedia } from '../../ui/hooks/use-media'
import { useShortcut } from '../../ui/hooks/use-shortcut'
import { AdminReportsBar, type Part } from './admin-reports-bar'
import { ClientPicker } from './client-picker'
import { ClientReports, type ReportLinks } from './client-reports'
import { useReportStates } from './last-reports'
import type { ListToggle } from './reports-head'
import { WIDE } from './reports-skeleton'
import { Week } from './week'

const PART_KEY = 'reports_part'
const LIST_KEY = 'reports_clients'

type AdminReportsProps = ReportLinks & { client: string | null; report: string | null }

export function AdminReports({ client, report, hrefOf, onGo }: AdminReportsProps) {
  const directory = useDirectory()
  const states = useReportStates(directory)
  const [chosen, setChosen] = useState<Part>(() => (recall(PART_KEY) === 'clients' ? 'clients' : 'week'))
  const pane = useRef<HTMLDivElement>(null)
  const list = useListBeside(pane)
  const isWide = useMedia(WIDE)
  const choose = (part: Part) => {
    setChosen(part)
    remember(PART_KEY, part)
  }
  const picker = <ClientPicker directory={directory} states={states} selected={client} hrefOf={hrefOf} />
  if (client !== null)
    return (
      <div className="flex min-h-0 flex-1">
        {isWide && !list.isOpen && <OpenByKey onOpen={list.onToggle} />}
        {list.isOpen && (
          <div ref={pane} className="pane-list pane-list-small hidden min-h-0 flex-col bg-surface">
            {picker}
          </div>
        )}
        <ClientReports
          key={client}
          clientId={client}
          shown={report}
          clientList={list}
          hrefOf={hrefOf}
          onGo={onGo}
        />
      </div>
    )
  // After a failure, show the list of the clients, because it shows the error.
  const part = directory.is === 'failed' ? 'clients' : chosen
  return (
    <>
      <AdminReportsBar part={part} onPart={choose} hrefOf={hrefOf} onGo={onGo} />
      {part === 'week' ? (
        <Week states={states} hrefOf={hrefOf} />
      ) : (
        <div className="reports-clients">{picker}</div>
      )}
    </>
  )
}

/**
 * The list of the clients beside one client's reports. It is closed at first, because the report needs the space. The
 * button, or the shortcut of its filter field, opens it with the focus in that field.
 */
function useListBeside(pane: RefObject<HTMLDivElement | null>): ListToggle {
  const [isOpen, setOpen] = useState(() => recall(LIST_KEY) === 'open')
  const isToFocus = useRef(false)
  useEffect(() => {
    if (isOpen && isToFocus.current) pane.current?.querySelector('input')?.focus()
  }, [pane, isOpen])
  const onToggle = () => {
    isToFocus.current = true
    setOpen(!isOpen)
    remember(LIST_KEY, isOpen ? 'closed' : 'open')
  }
  return { isOpen, onToggle }
}

/** Mounted only while the list is closed, because the open list's filter field has the same shortcut. */
function OpenByKey({ onOpen }: { onOpen: () => void }) {
  useShortcut('find', onOpen)
  return null
}
