// The shared part of dialog and drawer: a backdrop, and closing on Esc or a click on the backdrop.
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type ModalProps = { open: boolean; onClose: () => void; children: ReactNode }

export function Modal({ open, onClose, children }: ModalProps) {
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        {children}
      </Radix.Portal>
    </Radix.Root>
  )
}
