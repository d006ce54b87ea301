// An alert that the user can dismiss.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import { Alert } from './alert'
import { IconButton } from '../button'

/** The class names of a link at the end of an alert's text. The link is large enough for touch. */
export const ALERT_LINK =
  'inline-flex min-h-control-small items-center font-medium text-primary-ink underline underline-offset-2'

type DismissableProps = {
  tone: 'error' | 'warning'
  title: string
  onDismiss: () => void
  children: ReactNode
}

export function Dismissable({ tone, title, onDismiss, children }: DismissableProps) {
  return (
    <Alert
      tone={tone}
      title={title}
      action={
        <IconButton label={`Dismiss: ${title}`} size="sm" onClick={onDismiss} className="-my-1.5 -mr-1.5">
          <X size={16} aria-hidden="true" />
        </IconButton>
      }
    >
      {children}
    </Alert>
  )
}
