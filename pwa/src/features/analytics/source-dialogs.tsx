// The dialogs of a connected or coming source: refresh, disconnect, setup guide.
import { useState } from 'react'

import type { ConnectionRow } from '../../db/rows/analytics'
import type { Outcome } from '../../lib/outcome'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/button'
import { useAction } from '../../ui/hooks/use-action'
import { Dialog } from '../../ui/overlay/dialog'
import { useMinute } from '../../ui/hooks/use-now'
import { refreshNow } from './mutations'
import { lastSyncText } from './rules'

type DialogState = { open: boolean; onClose: () => void }

export function RefreshDialog({
  open,
  onClose,
  source,
}: DialogState & { source: ConnectionRow | undefined }) {
  const action = useAction()
  const now = useMinute()
  const [isDone, setDone] = useState(false)
  const last = source?.last_sync ?? null
  const start = async () => {
    setDone(await action.run(refreshNow))
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Refresh Google Analytics 4"
      description={
        isDone
          ? 'The newest figures are here.'
          : `The figures are read every hour by themselves. Last sync: ${last === null ? 'never' : lastSyncText(last, now)}.`
      }
      actions={
        isDone ? (
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button tone="primary" busy={action.busy} onClick={() => void start()}>
              Refresh now
            </Button>
          </>
        )
      }
    >
      {action.error !== null && <Alert>{action.error}</Alert>}
    </Dialog>
  )
}

type DisconnectDialogProps = DialogState & {
  name: string
  reconnectText?: string
  consequences: readonly string[]
  work: () => Promise<Outcome>
}

/** Asks for confirmation. `reconnectText` says whether the user can connect the source again later. */
export function DisconnectDialog({
  open,
  onClose,
  name,
  reconnectText = 'You can connect it again at any time.',
  consequences,
  work,
}: DisconnectDialogProps) {
  const action = useAction()
  const start = async () => {
    if (await action.run(work)) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      kind="alert"
      title={`Disconnect ${name}?`}
      description={reconnectText}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="danger" busy={action.busy} onClick={() => void start()}>
            Disconnect
          </Button>
        </>
      }
    >
      {action.error !== null && <Alert className="mb-2.5">{action.error}</Alert>}
      <ul className="list-disc space-y-1.5 pl-4 text-base text-ink-2">
        {consequences.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  )
}

export function GuideDialog({
  open,
  onClose,
  name,
  steps,
}: DialogState & { name: string; steps: readonly string[] }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`${name}: setup guide`}
      actions={
        <Button tone="primary" onClick={onClose}>
          Got it
        </Button>
      }
    >
      <ol className="list-decimal space-y-2 pl-4 text-base text-ink-2">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Dialog>
  )
}
