// Asks before a bot is deleted, and says how much goes with it.
import { useEffect, useState } from 'react'

import type { ChatbotRow } from '../../db/bot-rows'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { type Contents, contentsOf, deleteBot, DONE } from './mutations'
import { goesWith } from './rules'
import { useDoing } from './use-doing'

export function DeleteDialog({ bot, onClosed }: { bot: ChatbotRow; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [contents, setContents] = useState<Contents | null>(null)
  const doing = useDoing()
  useEffect(() => {
    let wanted = true
    void contentsOf(bot.id).then((outcome) => {
      if (wanted && outcome.is === 'done') setContents(outcome.value)
    })
    return () => {
      wanted = false
    }
  }, [bot.id])
  const close = () => {
    setOpen(false)
    onClosed()
  }
  const remove = async () => {
    if (await doing.run(() => deleteBot(bot.id), DONE.delete)) close()
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
          <Button tone="danger" busy={doing.busy} onClick={() => void remove()}>
            Delete chatbot
          </Button>
        </>
      }
    >
      {doing.error !== null && <Alert className="mb-3">{doing.error}</Alert>}
      <p aria-live="polite" className="text-base text-ink-2">
        {contents === null ? 'Counting what goes with it…' : `With it go ${goesWith(contents)}`}
      </p>
    </Dialog>
  )
}
