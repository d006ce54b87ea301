// A dialog with one form. After a rejection it shows the error and keeps the input.
import { type ReactNode, useId } from 'react'

import { useSyncStatus } from '../../../live/live'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import type { Submit } from '../../../ui/form/use-submit'

type FormDialogProps = {
  title: string
  lead?: ReactNode
  action: string
  form: Submit
  /** Names of the form's fields. An error of one of them is shown at the field. */
  fields: readonly string[]
  onClose: () => void
  children: ReactNode
}

export function FormDialog({ title, lead, action, form, fields, onClose, children }: FormDialogProps) {
  const id = useId()
  const { link } = useSyncStatus()
  const isOffline = link.is === 'offline'
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={lead}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={id} busy={form.busy} disabled={isOffline}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {isOffline && <Alert tone="warning">This needs a connection.</Alert>}
        {form.message !== null && fields.every((name) => form.errorOf(name) === undefined) && (
          <Alert>{form.message}</Alert>
        )}
        {children}
      </form>
    </Dialog>
  )
}
