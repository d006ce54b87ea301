// Import of clients from a CSV file: a dry run first, then the valid rows. Invalid rows stay listed.
import { useRef } from 'react'

import { countedText } from '../../../lib/text/numbers'
import { useSyncStatus } from '../../../live/live'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { importable, SheetReport } from './report'
import { useImport } from './use-import'

type ImportDialogProps = { onClose: () => void; onDone: (text: string) => void }

export function ImportDialog({ onClose, onDone }: ImportDialogProps) {
  const finish = (created: number) => onDone(`${countedText(created, 'client')} imported successfully.`)
  const { chosen, choose, result, dryRun, real, check } = useImport(finish)
  const picker = useRef<HTMLInputElement>(null)
  const { link } = useSyncStatus()
  const isOffline = link.is === 'offline'
  const validCount = result === null ? 0 : importable(result.sheet)
  const isReady = result !== null && !result.isImported && validCount > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import clients"
      description="A CSV file whose first line names the columns: company name, contact name, contact email; and if you like phone, tier, website. Up to 1 MB and 2,000 rows."
      actions={
        <>
          {result?.isImported === true ? (
            <Button tone="primary" onClick={() => finish(result.sheet.created)}>
              Done
            </Button>
          ) : (
            <Button onClick={onClose}>Cancel</Button>
          )}
          {!isReady && result?.isImported !== true && (
            <Button tone="primary" busy={dryRun.busy} disabled={chosen === null || isOffline} onClick={check}>
              Check the file
            </Button>
          )}
          {isReady && (
            <Button tone="primary" busy={real.busy} disabled={isOffline} onClick={() => real.submit()}>
              Import {countedText(validCount, 'client')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {isOffline && <Alert tone="warning">This needs a connection.</Alert>}
        <input
          ref={picker}
          type="file"
          accept=".csv,text/csv,text/plain"
          aria-label="CSV file"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          onChange={({ currentTarget }) => {
            choose(currentTarget.files?.[0] ?? null)
            // Clear the value, because the browser fires no change event for the same file.
            currentTarget.value = ''
          }}
        />
        <div className="flex items-center gap-3">
          <Button onClick={() => picker.current?.click()}>Choose file</Button>
          <p className="min-w-0 truncate text-sm text-ink-2">{chosen?.name ?? 'No file chosen'}</p>
        </div>
        {dryRun.message !== null && <Alert>{dryRun.message}</Alert>}
        {real.message !== null && <Alert>{real.message}</Alert>}
        {result !== null && <SheetReport sheet={result.sheet} isImported={result.isImported} />}
      </div>
    </Dialog>
  )
}
