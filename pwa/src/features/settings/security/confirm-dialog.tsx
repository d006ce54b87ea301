// Asks for confirmation before a second factor or a linked identity is removed.
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { useToasts } from '../../../ui/feedback/toast'
import { useSubmit, type FormError } from '../../../ui/form/use-submit'
import { Dialog } from '../../../ui/overlay/dialog'

type ConfirmDialogProps = {
  title: string
  description: string
  /** The label of the button that confirms. */
  action: string
  /** Resolves to the error, or null if it succeeded. */
  work: () => Promise<FormError | null>
  /** The notice after it succeeded. */
  success: string
  onClose: () => void
  onDone: () => Promise<void>
}

export function ConfirmDialog({
  title,
  description,
  action,
  work,
  success,
  onClose,
  onDone,
}: ConfirmDialogProps) {
  const toasts = useToasts()
  const form = useSubmit(async () => {
    const error = await work()
    if (error !== null) return error
    onClose()
    toasts.show({ tone: 'success', title: success })
    await onDone()
    return null
  })
  return (
    <Dialog
      kind="alert"
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="danger" busy={form.busy} onClick={() => form.submit()}>
            {action}
          </Button>
        </>
      }
    >
      {form.message !== null && <Alert>{form.message}</Alert>}
    </Dialog>
  )
}
