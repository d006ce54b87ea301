// Asks for confirmation before a factor is removed, and names the consequences.
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { useToasts } from '../../../ui/feedback/toast'
import { useSubmit } from '../../../ui/form/use-submit'
import { type Factor, removeFactor } from '../actions'

type RemoveFactorProps = {
  factor: Factor
  isLast: boolean
  onClose: () => void
  onRemoved: () => Promise<void>
}

export function RemoveFactor({ factor, isLast, onClose, onRemoved }: RemoveFactorProps) {
  const toasts = useToasts()
  const removing = useSubmit(async () => {
    const error = await removeFactor(factor.id)
    if (error !== null) return error
    onClose()
    toasts.show({ tone: 'success', title: `${factor.name} is removed` })
    await onRemoved()
    return null
  })
  return (
    <Dialog
      kind="alert"
      open
      onClose={onClose}
      title={`Remove ${factor.name}?`}
      description={
        isLast
          ? 'Two-factor sign-in will be off: your password alone lets people in. Your recovery codes go too.'
          : 'You may be asked for another of your factors to go on.'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="danger" busy={removing.busy} onClick={() => removing.submit()}>
            Remove
          </Button>
        </>
      }
    >
      {removing.message !== null && <Alert>{removing.message}</Alert>}
    </Dialog>
  )
}
