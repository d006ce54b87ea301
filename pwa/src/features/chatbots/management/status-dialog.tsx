// Dialog that changes a bot's status. It explains the effect first; failing questions block `active`.
import { useState } from 'react'

import type { BotStatus, ChatbotRow } from '../../../db/rows/bots'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { TextField } from '../../../ui/form/text-field'
import { setStatus } from '../mutations'
import type { Managed } from '../queries'
import { STATUS_EFFECT, STATUS_LABEL } from '../rules'
import { REASON_MAX } from '../../../lib/limits.gen'
import { useAction } from '../../../ui/hooks/use-action'

type StatusDialogProps = { bot: ChatbotRow; to: BotStatus; managed: Managed; onClosed: () => void }

export function StatusDialog({ bot, to, managed, onClosed }: StatusDialogProps) {
  const [open, setOpen] = useState(true)
  const [reason, setReason] = useState('')
  const action = useAction()
  const failing = managed.questions.filter(
    (row) => row.chatbot_id === bot.id && row.stand === 'saved' && row.has_passed === false,
  )
  const isBlocked =
    to === 'active' && (failing.length > 0 || (action.error?.includes('saved questions') ?? false))
  const close = () => {
    setOpen(false)
    onClosed()
  }
  const save = async () => {
    if (
      await action.run(
        () => setStatus(bot.id, to, reason),
        (message) => message,
      )
    )
      close()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      kind="alert"
      title={`Set ${bot.bot_name} to ${STATUS_LABEL[to].toLowerCase()}?`}
      description={STATUS_EFFECT[to]}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="primary" busy={action.busy} onClick={() => void save()}>
            {isBlocked && reason.trim() !== ''
              ? 'Activate anyway'
              : `Set to ${STATUS_LABEL[to].toLowerCase()}`}
          </Button>
        </>
      }
    >
      {action.error !== null && <Alert className="mb-3">{action.error}</Alert>}
      {isBlocked && (
        <div className="space-y-3">
          {failing.length > 0 && (
            <ul aria-label="Failing questions" className="list-disc space-y-1.5 pl-4 text-sm text-ink-2">
              {failing.slice(0, 5).map((row) => (
                <li key={row.id}>{row.question}</li>
              ))}
            </ul>
          )}
          <TextField
            label="Reason for activating it anyway"
            value={reason}
            maxLength={REASON_MAX}
            hint="It is kept in the audit log."
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      )}
    </Dialog>
  )
}
