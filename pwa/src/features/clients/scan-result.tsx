// Notice about a scan that an admin requested: the state of the client's newest scan.
import type { ClientRow } from '../../db/rows/clients'
import { useRows } from '../../live/view'
import { Button } from '../../ui/button'
import { ActionResult } from './action-result'

/** `requestedAt` is the server's time of the request. */
export type ScanRequest = { client: ClientRow; requestedAt: string }

type ScanResultProps = { request: ScanRequest; onAgain: () => void; onDismiss: () => void }

export function ScanResult({ request: { client, requestedAt }, onAgain, onDismiss }: ScanResultProps) {
  const view = useRows(
    'w',
    async (replica) => ({
      runs: await replica.scan_runs.where('client_id').equals(client.id).sortBy('asked_at'),
    }),
    [client.id],
  )
  const newest = view.is === 'ready' ? view.runs.at(-1) : undefined
  const run = newest !== undefined && newest.asked_at >= requestedAt ? newest : undefined
  switch (run?.state) {
    case 'failed':
      return (
        <ActionResult
          text={`${client.company_name}: ${run.error}`}
          action={
            <Button size="sm" onClick={onAgain}>
              Try Again
            </Button>
          }
          onDismiss={onDismiss}
        />
      )
    case 'done':
      return (
        <ActionResult
          text={`Scan of ${client.company_name} completed successfully${run.performance_score === null ? '' : `: ${run.performance_score}`}.`}
          onDismiss={onDismiss}
        />
      )
    case 'queued':
    case 'running':
    case 'dropped':
    case undefined:
      return (
        <ActionResult text={`Scan of ${client.company_name} requested successfully.`} onDismiss={onDismiss} />
      )
  }
}
