// A modal dialog near the top of the window, for searches. Its first control is the search field.
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

import { useFocusReturn } from './focus-return'
import { Modal } from './modal'

type TopDialogProps = {
  /** The title is only for screen readers. */
  title: string
  onClose: () => void
  /**
   * Called after the focus has returned to its previous element, so that a dialog that this opens returns the focus
   * to the same element.
   */
  onClosed: () => void
  children: ReactNode
}

const POSITION = { top: 'max(0.75rem, 12dvh)', left: '50%', width: 'min(36rem, calc(100vw - 1.5rem))' }

/** Esc and the backdrop call `onClose`. The dialog is open while it is rendered. */
export function TopDialog({ title, onClose, onClosed, children }: TopDialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Modal open onClose={onClose}>
      <Radix.Content
        {...focusReturn}
        onCloseAutoFocus={(event) => {
          focusReturn.onCloseAutoFocus(event)
          onClosed()
        }}
        aria-describedby={undefined}
        aria-modal="true"
        style={POSITION}
        className="fixed z-50 flex -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-3 outline-none"
      >
        <Radix.Title className="sr-only">{title}</Radix.Title>
        {children}
      </Radix.Content>
    </Modal>
  )
}
