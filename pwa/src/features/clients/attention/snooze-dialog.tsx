// Dialog that snoozes a client's reasons for attention. A new reason ends the snooze early.
import type { ClientRow } from '../../../db/rows/clients'
import { serverNow } from '../../../lib/time/clock'
import { morningAfter } from '../../../lib/text/days'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { useSubmit } from '../../../ui/form/use-submit'
import { snooze } from '../remote'

const CHOICES = [
  ['Until tomorrow', 1],
  ['For three days', 3],
  ['For a week', 7],
] as const

export function SnoozeDialog({ client, onClose }: { client: ClientRow; onClose: () => void }) {
  const form = useSubmit(async (days) => {
    const reply = await snooze(client.id, morningAfter(Number(days), serverNow()))
    if ('rejected' in reply) return { message: reply.rejected.message }
    onClose()
    return null
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Snooze attention"
      description={`${client.company_name} comes back then, or as soon as there is a new reason.`}
    >
      <div className="flex flex-col gap-2">
        {form.message !== null && <Alert>{form.message}</Alert>}
        {CHOICES.map(([name, days]) => (
          <Button key={name} busy={form.busy} onClick={() => form.submitWith(String(days))}>
            {name}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
