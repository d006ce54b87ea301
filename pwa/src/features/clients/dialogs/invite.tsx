// Dialog that invites a client to sign up, by email or by copying the link. It shows when they have done so.
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'

import { useSyncStatus } from '../../../live/live'
import { useRows } from '../../../live/view'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { Dialog } from '../../../ui/overlay/dialog'
import { TextField } from '../../../ui/form/text-field'
import { useSubmit } from '../../../ui/form/use-submit'
import { signUpLink } from '../actions'
import { invite, type Invitation } from '../remote'
import type { Invitee } from '../admin-dashboard'

type InviteDialogProps = {
  client: Invitee
  /** A success message above the text. */
  notice?: string
  onClose: () => void
}

export function InviteDialog({ client, notice, onClose }: InviteDialogProps) {
  const [sent, setSent] = useState<Invitation | null>(null)
  const { link: connection } = useSyncStatus()
  const isOffline = connection.is === 'offline'
  const now = useRows(
    'w',
    async (replica) => ({ row: await replica.clients.get(client.id) }),
    [client.id],
    ({ row }) => row !== undefined,
  )
  const isLinked = ((now.is === 'ready' ? now.row : undefined) ?? client).user_id !== null
  const form = useSubmit(async () => {
    const reply = await invite(client.id)
    if ('rejected' in reply) return { message: reply.rejected.message }
    setSent(reply.value)
    return null
  })
  const wasSent = sent !== null || form.message !== null
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite to sign up"
      description={
        <>
          {notice !== undefined && (
            <Alert tone="success" className="mt-1 mb-3">
              {notice}
            </Alert>
          )}
          {client.contact_name} of {client.company_name} gets a mail at{' '}
          <strong className="font-medium wrap-anywhere text-ink">{client.contact_email}</strong> with a link
          to sign up, the address filled in. You can also copy the link and send it yourself.
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>{sent === null && !isLinked ? 'Later' : 'Done'}</Button>
          {!isLinked && (
            <Button
              tone={sent === null ? 'primary' : 'bordered'}
              busy={form.busy}
              disabled={isOffline}
              onClick={() => form.submit()}
            >
              {wasSent && !form.busy ? 'Send again' : 'Send invitation'}
            </Button>
          )}
        </>
      }
    >
      {isLinked ? (
        <p role="status" className="flex items-center gap-2 text-base font-medium text-good">
          <CircleCheck size={17} aria-hidden="true" /> Linked: they have signed up.
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          {isOffline && <Alert tone="warning">Sending needs a connection.</Alert>}
          {form.message !== null && (
            <Alert title="The invitation was not sent">
              <p>{form.message}</p>
              <p>The client is stored all the same: copy the link, or send the invitation again.</p>
            </Alert>
          )}
          {sent !== null && form.message === null && !form.busy && (
            <Alert tone="success">Invitation sent to {sent.sent_to}.</Alert>
          )}
          <div className="flex items-end gap-2">
            <TextField
              label="Link to sign up"
              readOnly
              value={sent?.link ?? signUpLink(client)}
              onFocus={(event) => event.currentTarget.select()}
              className="min-w-0 flex-1"
            />
            <CopyButton text={sent?.link ?? signUpLink(client)} label="Copy link" />
          </div>
          <p className="text-sm text-ink-3">This turns to “Linked” the moment they have signed up.</p>
        </div>
      )}
    </Dialog>
  )
}
