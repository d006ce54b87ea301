// Notice about a scan that an admin requested: the state of the client's newest scan.
import type { ClientRow } from '../../db/rows/rows'
import { useRows } from '../../live/view'
import { Button } from '../../ui/button'
import { Said } from './action-result'

/** `askedAt` is the server's time of the request. */
export type ScanAsked = { client: ClientRow; askedAt: string }

type ScanSaidProps = { asked: ScanAsked; onAgain: () => void; onDismiss: () => void }

export function ScanSaid({ asked: { client, askedAt }, onAgain, onDismiss }: ScanSaidProps) {
  const found = useRows('w', async (replica) => ({ runs: await replica.scan_runs.where('client_id').equals(client.id).sortBy('asked_at') }), [client.id])
  const newest = found.is === 'ready' ? found.runs.at(-1) : undefined
  const run = newest !== undefined && newest.asked_at >= askedAt ? newest : undefined
  switch (run?.state) {
    case 'failed':
      return (
        <Said
          text={`${client.company_name}: ${run.error}`}
          action={
            <Button size="sm" onClick={onAgain}>
              Try again
            </Button>
          }
          onDismiss={onDismiss}
        />
      )
    case 'done':
      return <Said text={`Scan of ${client.company_name} completed successfully${run.performance_score === null ? '' : `: ${run.performance_score}`}.`} onDismiss={onDismiss} />
    case 'queued':
    case 'running':
    case 'dropped':
    case undefined:
      return <Said text={`Scan of ${client.company_name} requested successfully.`} onDismiss={onDismiss} />
  }
}
