// A line with the state of the latest scan, or why the scan failed.
import type { ScanRunRow } from '../../db/rows/performance'
import { dateTimeText } from '../../lib/text/times'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/button'
import { Spinner } from '../../ui/spinner'

/** `onRetry` opens the form that requests a scan. */
export function RunLine({ run, onRetry }: { run: ScanRunRow | undefined; onRetry: () => void }) {
  switch (run?.state) {
    case 'queued':
    case 'running':
      return (
        <p role="status" className="flex items-center gap-2 text-sm text-ink-2">
          <Spinner />
          {run.state === 'queued'
            ? 'A scan is waiting for its turn'
            : `Scanning: measurement ${Math.min(run.step + 1, run.steps)} of ${run.steps}`}
        </p>
      )
    case 'failed':
      return (
        <Alert
          tone="warning"
          title={run.error}
          action={
            <Button size="sm" className="print:hidden" onClick={onRetry}>
              Try Again
            </Button>
          }
        >
          {run.finished_at !== null && `Tried on ${dateTimeText(run.finished_at)}.`}
        </Alert>
      )
    case 'done':
    case 'dropped':
    case undefined:
      return null
  }
}
