// The invitation of a client who has not signed up: a mail, and the same link for copying; it says when they are here.
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'

import type { ClientRow } from '../../db/rows'
import { useStored } from '../../live/live'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Dialog } from '../../ui/dialog'
import { useSubmit } from '../../ui/use-submit'
import { invite, type Invitation } from './actions'

export function InviteDialog({ client, onClose }: { client: ClientRow; onClose: () => void }) {
  const [sent, setSent] = useState<Invitation | null>(null)
  const now = useStored((replica) => replica.clients.get(client.id), [client.id])
  const isLinked = (now ?? client).user_id !== null
  const form = useSubmit(async () => {
    const reply = await invite(client.id)
    if ('refused' in reply) return { message: reply.refused.message }
    setSent(reply.value)
    return null
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite to sign up"
      description={
        <>
          {client.contact_name} of {client.company_name} gets a mail at <strong className="font-medium break-all text-ink">{client.contact_email}</strong> with a
          link to sign up, the address filled in.
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>{sent === null && !isLinked ? 'Later' : 'Done'}</Button>
          {!isLinked && (
            <Button tone={sent === null ? 'primary' : 'plain'} busy={form.busy} onClick={() => form.submit()}>
              {sent === null ? 'Send invitation' : 'Send again'}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {form.message !== null && <Alert>{form.message}</Alert>}
        {isLinked && (
          <p role="status" className="flex items-center gap-2 text-base font-medium text-good">
            <CircleCheck size={17} aria-hidden="true" /> Linked: they have signed up.
          </p>
        )}
        {sent !== null && !isLinked && (
          <>
            <Alert tone="success">Invitation sent to {sent.sent_to}.</Alert>
            <div className="flex items-center gap-2 rounded-md border border-line bg-sunken p-2">
              <code className="min-w-0 flex-1 truncate text-sm text-ink-2">{sent.link}</code>
              <CopyButton size="sm" text={sent.link} label="Copy link" />
            </div>
            <p className="text-sm text-ink-3">This turns to “Linked” the moment they have signed up.</p>
          </>
        )}
      </div>
    </Dialog>
  )
}
