// Confirms the deletion of a bot, and shows how much data is deleted with it.
import { useEffect, useState } from 'react'

import type { ChatbotRow } from '../../../db/rows/bots'
import { onResponse } from '../../../lib/time/slow-response'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { LoadError } from '../../../ui/feedback/load-error'
import { useAction } from '../../../ui/hooks/use-action'
import { contentsOf, deleteBot, SUCCESS_TEXTS, LATE, type Outcome } from '../mutations'
import type { Contents } from '../remote'
import { contentsText } from '../rules'

export function DeleteDialog({ bot, onClosed }: { bot: ChatbotRow; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [contents, setContents] = useState<Contents | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  const action = useAction()
  useEffect(() => {
    const receive = (outcome: Outcome<Contents>) =>
      setContents(outcome.is === 'done' ? outcome.value : 'failed')
    return onResponse(contentsOf(bot.id), receive, LATE)
  }, [bot.id, attempt])
  const retry = () => {
    setContents(null)
    setAttempt((before) => before + 1)
  }
  const close = () => {
    setOpen(false)
    onClosed()
  }
  const remove = async () => {
    if (await action.run(() => deleteBot(bot.id), SUCCESS_TEXTS.delete)) close()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      kind="alert"
      title={`Delete ${bot.bot_name}?`}
      description="This also deletes all training data and conversations. It can be restored for 30 days."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="danger" busy={action.busy} onClick={() => void remove()}>
            Delete chatbot
          </Button>
        </>
      }
    >
      {action.error !== null && <Alert className="mb-3">{action.error}</Alert>}
      {contents === 'failed' ? (
        <LoadError onRetry={retry}>We could not count what would be deleted.</LoadError>
      ) : (
        <p aria-live="polite" className="text-base text-ink-2">
          {contents === null ? 'Counting what would be deleted…' : `This deletes ${contentsText(contents)}`}
        </p>
      )}
    </Dialog>
  )
}
