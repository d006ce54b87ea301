// The admin dashboard's dialogs, in one chunk that loads when the first of them opens.
import { CREATED } from '../actions'
import { AddAdminDialog } from './add-admin'
import { AddClientDialog } from './add-client'
import type { Asked, Invitee } from '../admin-dashboard'
import { EditClientDialog } from './edit-client'
import { ImportDialog } from '../import/dialog'
import { InviteDialog } from './invite'
import { LinkDialog } from './link'
import { PageDialog } from './chatbot-page'
import { SnoozeDialog } from '../attention/snooze-dialog'
import { VideoDialog } from './video'

type DialogsProps = {
  asked: Asked
  onClose: () => void
  /** Closes the dialog and shows `text` as the result. */
  onDone: (text: string) => void
  onAdded: (client: Invitee) => void
}

export default function Dialogs({ asked, onClose, onDone, onAdded }: DialogsProps) {
  switch (asked.is) {
    case 'add':
      return <AddClientDialog onClose={onClose} onAdded={onAdded} />
    case 'added':
      return <InviteDialog client={asked.client} notice={CREATED} onClose={onClose} />
    case 'add-admin':
      return <AddAdminDialog onClose={onClose} onDone={onDone} />
    case 'import':
      return <ImportDialog onClose={onClose} onDone={onDone} />
    case 'edit':
      return <EditClientDialog client={asked.client} onClose={onClose} onDone={onDone} />
    case 'invite':
      return <InviteDialog client={asked.client} onClose={onClose} />
    case 'link':
      return <LinkDialog client={asked.client} onClose={onClose} onDone={onDone} />
    case 'video':
      return <VideoDialog client={asked.client} onClose={onClose} onDone={onDone} />
    case 'script':
    case 'history':
      return <PageDialog kind={asked.is} client={asked.client} onClose={onClose} onDone={onDone} />
    case 'snooze':
      return <SnoozeDialog client={asked.client} onClose={onClose} />
  }
}
