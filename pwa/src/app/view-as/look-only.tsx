// Shows screens that can be read and walked through, and nothing else: no button acts, and no field takes what is typed.
import type { DragEvent, FocusEvent, MouseEvent, ReactNode, SyntheticEvent } from 'react'
import { useNavigate } from 'react-router'

import { useToasts } from '../../ui/toast'

/** What opens or turns something on the screen itself. */
const READS = 'summary, [role=tab], [aria-expanded], [aria-label^="Play video"]'
const ACTS = 'button, input, select, textarea, label, [role=button], [role=switch]'
const FIELDS = 'input, select, textarea'

type LookOnlyProps = {
  /** Where a link of ours leads within what may be seen; null for elsewhere. */
  within: (href: string) => string | null
  children: ReactNode
}

// Dialogs too are kept still: React tells their events to where they are drawn from.
export function LookOnly({ within, children }: LookOnlyProps) {
  const navigate = useNavigate()
  const toasts = useToasts()
  const refuse = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const refuseAloud = (event: SyntheticEvent) => {
    refuse(event)
    toasts.show({ tone: 'info', title: 'You are only looking: nothing can be done from here.' })
  }
  const press = (event: MouseEvent) => {
    const at = event.target instanceof Element ? event.target : null
    const href = at?.closest('a')?.getAttribute('href')
    if (typeof href === 'string') {
      if (/^https?:/.test(href)) return
      const to = within(href)
      if (to === null) {
        refuseAloud(event)
        return
      }
      refuse(event)
      void navigate(to)
    } else if (at?.closest(READS) === null && at.closest(ACTS) !== null) refuseAloud(event)
  }
  const leave = (event: FocusEvent) => {
    if (event.target instanceof HTMLElement && event.target.matches(FIELDS)) event.target.blur()
  }
  const drop = (event: DragEvent) => refuse(event)
  return (
    <div
      className="flex min-h-0 flex-1 flex-col overflow-y-auto"
      onClickCapture={press}
      onAuxClickCapture={press}
      onSubmitCapture={refuse}
      onPasteCapture={refuse}
      onDragOverCapture={drop}
      onDropCapture={drop}
      onFocusCapture={leave}
    >
      {children}
    </div>
  )
}
