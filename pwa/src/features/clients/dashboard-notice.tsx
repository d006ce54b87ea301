// The notice above the tabs or a client's page: the result of the admin's last action.
import type { ClientRow } from '../../db/rows/clients'
import { ActionResult } from './action-result'
import { type ScanRequest, ScanResult } from './scan-result'

/** A result in words, or a requested scan, whose notice follows the state of the scan. */
export type Notice = string | ScanRequest

type DashboardNoticeProps = {
  notice: Notice | null
  /** Requests the scan again. */
  onScan: (client: ClientRow) => void
  onDismiss: () => void
}

export function DashboardNotice({ notice, onScan, onDismiss }: DashboardNoticeProps) {
  if (notice === null) return null
  if (typeof notice === 'string') return <ActionResult text={notice} onDismiss={onDismiss} />
  return <ScanResult request={notice} onAgain={() => onScan(notice.client)} onDismiss={onDismiss} />
}
