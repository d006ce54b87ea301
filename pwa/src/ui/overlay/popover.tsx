// A small panel with details about its control.
import { Popover as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'

type PopoverProps = {
  open: boolean
  onClose: () => void
  /**
   * The button that opens and closes the panel, or the element around that button. The panel is placed beside
   * it.
   */
  anchor: RefObject<HTMLElement | null>
  label: string
  children: ReactNode
}

export function Popover({ open, onClose, anchor, label, children }: PopoverProps) {
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onInteractOutside={(event) => {
            // A click on the control already closes the panel.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const button = anchor.current?.querySelector('button') ?? anchor.current
            button?.focus()
          }}
          className="z-50 max-h-[min(34rem,80dvh)] w-[min(23rem,calc(100vw-1.5rem))] overflow-y-auto rounded-lg border border-line bg-raised shadow-3 outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
