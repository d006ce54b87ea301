// The bar above the admins' reports while no client is selected: the choice of the list, and buttons to write.
import { Segments } from '../../ui/form/segments'
import type { ReportLinks } from './client-reports'
import { NewReport } from './new-report'
import { UploadToReport } from './upload-to-report'

export type Part = 'week' | 'clients'

const PARTS = [
  { value: 'week', label: 'This week' },
  { value: 'clients', label: 'All clients' },
] as const

type AdminReportsBarProps = ReportLinks & {
  part: Part
  onPart: (part: Part) => void
}

export function AdminReportsBar({ part, onPart, hrefOf, onGo }: AdminReportsBarProps) {
  return (
    <div className="reports-bar">
      <Segments label="Reports shown" isLabelHidden value={part} options={PARTS} onChange={onPart} />
      <div className="reports-actions">
        <UploadToReport onWritten={(id, reportId) => onGo(hrefOf(id, reportId))} />
        <NewReport hrefOf={(id) => hrefOf(id, null)} />
      </div>
    </div>
  )
}
