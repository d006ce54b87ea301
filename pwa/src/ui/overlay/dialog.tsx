// A modal dialog: centred on desktops, a bottom sheet on phones.
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

import { IconButton } from '../button'
import { cx } from '../cx'
import { useFocusReturn } from './focus-return'
import { Modal } from './modal'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /**
   * The buttons, with the safest one first. They are in a row at the end; on phones they are stacked with the
   * last one on top.
   */
  actions?: ReactNode
  /** 'alert' is for questions about losing data. Screen readers announce it at once. */
  kind?: 'dialog' | 'alert'
  /** Wide enough for two columns. */
  wide?: boolean
}

/** Makes scrolling content without a control focusable, because otherwise no key could scroll it. */
function letKeysScroll(content: HTMLElement | null): void {
  if (content === null || content.scrollHeight <= content.clientHeight) return
  if (content.querySelector('a, button, input, select, textarea, summary, [tabindex]') === null)
    content.tabIndex = 0
}

/** Esc, the backdrop and the close button call `onClose`. After closing, the focus returns to its previous element. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  kind = 'dialog',
  wide = false,
}: DialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Modal open={open} onClose={onClose}>
      <div className="pointer-events-none fixed inset-0 z-50 flex items-end justify-center md:items-center md:p-6">
        <Radix.Content
          {...focusReturn}
          role={kind === 'alert' ? 'alertdialog' : 'dialog'}
          aria-modal="true"
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          className={cx(
            'pointer-events-auto relative flex max-h-[88dvh] w-full flex-col overflow-hidden border-line bg-raised shadow-3 outline-none',
            'rounded-t-xl border-t pb-[var(--safe-bottom)] md:rounded-xl md:border md:pb-0',
            wide ? 'md:max-w-4xl' : 'md:max-w-md',
            'data-[state=open]:animate-sheet-in data-[state=closed]:animate-sheet-out',
            'md:data-[state=open]:animate-pop-in md:data-[state=closed]:animate-pop-out',
          )}
        >
          <div aria-hidden="true" className="mx-auto mt-2 h-1 w-9 rounded-full bg-line-strong md:hidden" />
          <div className="px-5 pt-4 md:px-6 md:pt-5">
            <Radix.Title className="pr-10 text-lg font-semibold text-ink">{title}</Radix.Title>
          </div>
          <div
            ref={letKeysScroll}
            className="relative overflow-y-auto px-5 pb-5 focus-visible:-outline-offset-2 md:px-6"
          >
            {description !== undefined && (
              <Radix.Description asChild>
                <div className="mt-1.5 text-base text-pretty text-ink-2">{description}</div>
              </Radix.Description>
            )}
            {Boolean(children) && <div className="mt-4">{children}</div>}
          </div>
          {actions !== undefined && (
            <div className="flex flex-col-reverse gap-2 border-t border-line bg-sunken px-5 py-3.5 md:flex-row md:justify-end md:px-6">
              {actions}
            </div>
          )}
          <Radix.Close asChild>
            <IconButton label="Close" size="sm" className="absolute top-3.5 right-3.5">
              <X size={17} aria-hidden="true" />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </div>
    </Modal>
  )
}
