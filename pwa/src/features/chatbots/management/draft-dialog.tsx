// A dialog with one form whose input is stored as a draft until it is saved.
import { type ReactNode, useId, useState } from 'react'

import type { Draft } from '../../../live/use-draft'
import { Button } from '../../../ui/button'
import { Alert } from '../../../ui/feedback/alert'
import { RestoredNote } from '../../../ui/form/restored-note'
import type { Action } from '../../../ui/hooks/use-action'
import { Dialog } from '../../../ui/overlay/dialog'

type DraftDialogProps = {
  title: string
  description?: string | undefined
  /** The label of the button that saves. */
  submit: string
  draft: Pick<Draft<never>, 'isRestored' | 'saved' | 'reset'>
  action: Action
  canSave: boolean
  /** Resolves to true if the fields are saved. */
  save: () => Promise<boolean>
  onClosed?: (() => void) | undefined
  children: ReactNode
}

/** Closing keeps the draft; Cancel discards it. The caller mounts a new instance for each opening. */
export function DraftDialog({
  title,
  description,
  submit,
  draft,
  action,
  canSave,
  save,
  onClosed,
  children,
}: DraftDialogProps) {
  const [open, setOpen] = useState(true)
  const form = useId()
  const close = () => {
    setOpen(false)
    onClosed?.()
  }
  const saveAndClose = async () => {
    if (!canSave || !(await save())) return
    void draft.saved()
    close()
  }
  const cancel = () => {
    draft.reset()
    close()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" form={form} tone="primary" busy={action.busy} disabled={!canSave}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          void saveAndClose()
        }}
      >
        {action.error !== null && <Alert>{action.error}</Alert>}
        {draft.isRestored && <RestoredNote onReset={draft.reset} />}
        {children}
      </form>
    </Dialog>
  )
}
