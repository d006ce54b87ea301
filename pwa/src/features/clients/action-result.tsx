// Result of the admin's last action: green if the text contains "successfully", red otherwise.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import { Alert } from '../../ui/feedback/alert'
import { IconButton } from '../../ui/button'
import { cx } from '../../ui/cx'
import { WIDE_BAND } from '../../ui/layout/page'

export function ActionResult({
  text,
  action,
  onDismiss,
}: {
  text: string
  action?: ReactNode
  onDismiss: () => void
}) {
  return (
    <div className={cx('pt-3', WIDE_BAND)}>
      <Alert
        tone={text.includes('successfully') ? 'success' : 'error'}
        action={
          <>
            {action}
            <IconButton label="Dismiss" size="sm" className="-my-1.5" onClick={onDismiss}>
              <X size={15} aria-hidden="true" />
            </IconButton>
          </>
        }
      >
        {text}
      </Alert>
    </div>
  )
}
