// The text for a client without a score: the reason, and a button that scans the website now.
import { RotateCw } from 'lucide-react'

import type { ClientRow } from '../../../db/rows/clients'
import type { ScanRunRow } from '../../../db/rows/performance'
import { useSyncStatus } from '../../../live/live'
import { Button } from '../../../ui/button'
import { NEEDS_CONNECTION } from '../admin-dashboard'
import { useScan } from './use-scan'

type MissingScoreProps = { client: ClientRow; scan: ScanRunRow | undefined }

export function MissingScore({ client, scan }: MissingScoreProps) {
  const request = useScan(client.id)
  const isOffline = useSyncStatus().link.is === 'offline'
  const isOpen = scan?.state === 'queued' || scan?.state === 'running'
  const canScan = client.website_url !== null && client.user_id !== null && !isOpen
  return (
    <>
      <span className="block text-base text-ink-2">{missingText(client, scan)}</span>
      {canScan && (
        <Button
          size="sm"
          className="mt-2"
          busy={request.busy}
          disabled={isOffline}
          icon={<RotateCw size={14} aria-hidden="true" />}
          onClick={() => request.submit()}
        >
          Scan now
        </Button>
      )}
      {canScan && isOffline && <span className="mt-2 block text-sm text-ink-3">{NEEDS_CONNECTION}</span>}
      {canScan && request.message !== null && (
        <span role="alert" className="mt-2 block text-sm text-bad">
          {request.message}
        </span>
      )}
    </>
  )
}

function missingText(client: ClientRow, scan: ScanRunRow | undefined): string {
  if (client.website_url === null) return 'Scanned once its website’s address is added.'
  if (client.user_id === null) return 'Scanned once the client has signed up.'
  if (scan?.state === 'failed') return `The last scan failed: ${scan.error}`
  if (scan?.state === 'queued' || scan?.state === 'running') return 'The first scan is running.'
  return 'Not scanned yet'
}
