// A modal panel from the left edge.
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

import { useFocusReturn } from './focus-return'
import { Modal } from './modal'

type DrawerProps = { open: boolean; onClose: () => void; title: string; children: ReactNode }

/**
 * Esc and the backdrop call `onClose`. After closing, the focus returns to its previous element. `title` is only for
 * screen readers.
 */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  const focusReturn = useFocusReturn()
  return (
    <Modal open={open} onClose={onClose}>
      <Radix.Content
        {...focusReturn}
        aria-describedby={undefined}
        aria-modal="true"
        className="fixed inset-y-0 left-0 z-50 flex w-[min(19rem,86vw)] flex-col border-r border-line bg-surface pt-[var(--safe-top)] pb-[var(--safe-bottom)] pl-[var(--safe-left)] shadow-3 outline-none data-[state=closed]:animate-drawer-out data-[state=open]:animate-drawer-in"
      >
        <Radix.Title className="sr-only">{title}</Radix.Title>
        {children}
      </Radix.Content>
    </Modal>
  )
}
