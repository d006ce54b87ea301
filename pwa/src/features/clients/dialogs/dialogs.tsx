// The admin dashboard's dialogs, in one chunk that loads when the first of them opens.
import { CREATED } from '../actions'
import { AddAdminDialog } from './add-admin'
import { AddClientDialog } from './add-client'
import type { DialogRequest, Invitee } from '../admin-dashboard'
import { EditClientDialog } from './edit-client'
import { ImportDialog } from '../import/dialog'
import { InviteDialog } from './invite'
import { LinkDialog } from './link'
import { PageDialog } from './chatbot-page'
import { SnoozeDialog } from '../attention/snooze-dialog'
import { VideoDialog } from './video'

type DialogsProps = {
  dialog: DialogRequest
  onClose: () => void
  /** Closes the dialog and shows `text` as the result. */
  onDone: (text: string) => void
  onAdded: (client: Invitee) => void
}

export default function Dialogs({ dialog, onClose, onDone, onAdded }: DialogsProps) {
  switch (dialog.is) {
    case 'add':
      return <AddClientDialog onClose={onClose} onAdded={onAdded} />
    case 'added':
      return <InviteDialog client={dialog.client} notice={CREATED} onClose={onClose} />
    case 'add-admin':
      return <AddAdminDialog onClose={onClose} onDone={onDone} />
    case 'import':
      return <ImportDialog onClose={onClose} onDone={onDone} />
    case 'edit':
      return <EditClientDialog client={dialog.client} onClose={onClose} onDone={onDone} />
    case 'invite':
      return <InviteDialog client={dialog.client} onClose={onClose} />
    case 'link':
      return <LinkDialog client={dialog.client} onClose={onClose} onDone={onDone} />
    case 'video':
      return <VideoDialog client={dialog.client} onClose={onClose} onDone={onDone} />
    case 'script':
    case 'history':
      return <PageDialog kind={dialog.is} client={dialog.client} onClose={onClose} onDone={onDone} />
    case 'snooze':
      return <SnoozeDialog client={dialog.client} onClose={onClose} />
  }
}
