// The head above a client's reports: title or company, the data's age, and for admins the buttons to write.
import { ArrowLeft, PanelLeftClose, PanelLeftOpen, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'

import { isWriteReport } from '../../lib/navigation'
import { dateTimeText } from '../../lib/text/times'
import type { ClientRow } from '../../db/rows/clients'
import { useSyncStatus } from '../../live/live'
import { Button, IconButton } from '../../ui/button'
import { ReportDialog } from './writing/report-dialog'
import { ReportsTitle } from './reports-skeleton'
import { UploadDialog } from './writing/upload-dialog'

/** The admins' list of clients beside the reports. */
export type ListToggle = { isOpen: boolean; onToggle: () => void }

type ReportsHeadProps = {
  client: ClientRow | undefined
  isAdmin: boolean
  /** Whether the report beside the list has a primary button of its own. */
  hasPrimary: boolean
  /** Null for clients. */
  clientList: ListToggle | null
  onBack: () => void
  onWritten: (clientId: string, reportId: string) => void
}

export function ReportsHead({
  client,
  isAdmin,
  hasPrimary,
  clientList,
  onBack,
  onWritten,
}: ReportsHeadProps) {
  const { link, as_of } = useSyncStatus()
  const location = useLocation()
  const [open, setOpen] = useState<'report' | 'upload' | null>(
    isWriteReport(location.state) ? 'report' : null,
  )
  const age = link.is === 'offline' && as_of !== null && (
    <p className="text-xs text-ink-3">Last updated {dateTimeText(as_of)}</p>
  )
  if (!isAdmin) {
    return <ReportsTitle>{age}</ReportsTitle>
  }
  const ListIcon = clientList?.isOpen === true ? PanelLeftClose : PanelLeftOpen
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-2.5 md:px-8">
      <IconButton label="Back to clients" onClick={onBack} className="-ml-2.5">
        <ArrowLeft size={20} aria-hidden="true" />
      </IconButton>
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-head font-semibold text-ink">{client?.company_name ?? 'Reports'}</h2>
        {age}
      </div>
      {clientList !== null && (
        <span className="hidden pane-wide">
          <Button
            tone="borderless"
            aria-expanded={clientList.isOpen}
            icon={<ListIcon size={16} aria-hidden="true" />}
            onClick={clientList.onToggle}
          >
            {clientList.isOpen ? 'Hide clients' : 'Switch client'}
          </Button>
        </span>
      )}
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1 max-sm:*:px-2">
        <Button
          disabled={client === undefined}
          icon={<Upload size={16} aria-hidden="true" />}
          onClick={() => setOpen('upload')}
        >
          Upload to Report
        </Button>
        <Button
          tone={hasPrimary ? 'bordered' : 'primary'}
          disabled={client === undefined}
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => setOpen('report')}
        >
          New Report
        </Button>
      </div>
      {open === 'report' && client !== undefined && (
        <ReportDialog
          client={client}
          report={null}
          onClose={() => setOpen(null)}
          onWritten={(id) => onWritten(client.id, id)}
        />
      )}
      {open === 'upload' && client !== undefined && (
        <UploadDialog clientId={client.id} onClose={() => setOpen(null)} onWritten={onWritten} />
      )}
    </div>
  )
}
