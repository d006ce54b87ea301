// What the latest scan is doing, or why it brought nothing.
import type { ScanRunRow } from '../../db/rows'
import { momentText } from '../../lib/time-text'
import { Alert } from '../../ui/alert'
import { Spinner } from '../../ui/spinner'

export function RunLine({ run }: { run: ScanRunRow | undefined }) {
  switch (run?.state) {
    case 'queued':
    case 'running':
      return (
        <p role="status" className="flex items-center gap-2 text-sm text-ink-2">
          <Spinner />
          {run.state === 'queued' ? 'A scan is waiting for its turn' : `Scanning: measurement ${Math.min(run.step + 1, run.steps)} of ${run.steps}`}
        </p>
      )
    case 'failed':
      return (
        <Alert tone="warning" title={run.error}>
          {run.finished_at !== null && `Tried on ${momentText(run.finished_at)}.`}
        </Alert>
      )
    case 'done':
    case 'dropped':
    case undefined:
      return null
  }
}
