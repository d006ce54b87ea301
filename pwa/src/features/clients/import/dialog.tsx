// Import of clients from a CSV file: a dry run first, then the valid rows. Invalid rows stay listed.
import { useRef, useState } from 'react'

import { countedText } from '../../../lib/text/numbers'
import { inBase64 } from '../../../lib/base64'
import { useSyncStatus } from '../../../live/live'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { useSubmit } from '../../../ui/form/use-submit'
import { importClients, type Sheet } from '../remote'
import { tooLarge } from './file'
import { importable, SheetReport } from './report'

type ImportDialogProps = { onClose: () => void; onDone: (text: string) => void }
type ImportResult = {
  file: string
  sheet: Sheet
  /** Whether the valid rows have been imported. */
  isImported: boolean
}

export function ImportDialog({ onClose, onDone }: ImportDialogProps) {
  const [result, setResult] = useState<ImportResult | null>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { link } = useSyncStatus()
  const isOffline = link.is === 'offline'
  const dryRun = useSubmit(async () => {
    setResult(null)
    if (chosen === null) return { message: 'Please choose a file' }
    const problem = tooLarge(chosen)
    if (problem !== null) return { message: problem }
    const file = await inBase64(chosen)
    const reply = await importClients(file, true)
    if ('rejected' in reply) return { message: reply.rejected.message }
    setResult({ file, sheet: reply.value, isImported: false })
    return null
  })
  const real = useSubmit(async () => {
    if (result === null) return null
    const reply = await importClients(result.file, false)
    if ('rejected' in reply) return { message: reply.rejected.message }
    if (reply.value.problems.length > 0) setResult({ ...result, sheet: reply.value, isImported: true })
    else onDone(importedText(reply.value.created))
    return null
  })
  const check = () => {
    real.forget()
    dryRun.submit()
  }
  const good = result === null ? 0 : importable(result.sheet)
  const isReady = result !== null && !result.isImported && good > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import clients"
      description="A CSV file whose first line names the columns: company name, contact name, contact email; and if you like phone, tier, website. Up to 1 MB and 2,000 rows."
      actions={
        <>
          {result?.isImported === true ? (
            <Button tone="primary" onClick={() => onDone(importedText(result.sheet.created))}>
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
              Import {countedText(good, 'client')}
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
          className="sr-only"
          onChange={(event) => {
            setChosen(event.currentTarget.files?.[0] ?? null)
            setResult(null)
            dryRun.forget()
            real.forget()
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

const importedText = (created: number) => `${countedText(created, 'client')} imported successfully.`
