// The health card with the effects and scans that failed, and buttons to try again.
import { RotateCw } from 'lucide-react'

import { agoText } from '../../../lib/text/days'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { useMinute } from '../../../ui/hooks/use-now'
import { Time } from '../../../ui/time'
import type { Installation } from '../remote'
import { useNamesOf } from '../audit/use-names'
import { FailureLine, Line, Lines } from './lines'

type FailedWorkCardProps = {
  installation: Installation
  busy: boolean
  onRetry: (kind: string) => void
  onRetryAll: () => void
  onScan: (clientId: string) => void
}

export function FailedWorkCard({ installation, busy, onRetry, onRetryAll, onScan }: FailedWorkCardProps) {
  const now = useMinute()
  const { failing, failed_scans } = installation
  const names = useNamesOf(failed_scans.map(({ client_id }) => client_id))
  return (
    <Card
      title="Failed work"
      aside={
        failing.length > 0 && (
          <Button size="sm" busy={busy} icon={<RotateCw size={14} aria-hidden="true" />} onClick={onRetryAll}>
            Retry all
          </Button>
        )
      }
    >
      <Lines label="Failed work" none="Nothing has failed.">
        {[
          ...failing.map((one) => (
            <FailureLine
              key={`${one.kind} ${one.subject}`}
              failure={one}
              busy={busy}
              onRetry={() => onRetry(one.kind)}
            />
          )),
          ...failed_scans.map((one) => (
            <Line
              key={one.client_id}
              title={names?.get(one.client_id)?.name ?? one.website_url}
              aside={
                <Button size="sm" tone="borderless" busy={busy} onClick={() => onScan(one.client_id)}>
                  Scan now
                </Button>
              }
            >
              {one.website_url}, <Time at={one.at}>{agoText(one.at, now)}</Time>: {one.error}
            </Line>
          )),
        ]}
      </Lines>
    </Card>
  )
}
