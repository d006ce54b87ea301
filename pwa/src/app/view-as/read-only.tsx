// Shows screens read-only. Navigation works; controls that would change something are marked as disabled and
// do nothing.
import {
  type DragEvent,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { useNavigate } from 'react-router'

import { useToasts } from '../../ui/feedback/toast'

/**
 * Controls that only expand or switch something. Menus and search fields are excluded, because their next
 * step would be blocked.
 */
const READS =
  'summary, [role=tab], [aria-expanded]:not([aria-haspopup], [aria-label="Search this conversation"]), [aria-label^="Play video"]'
const ACTS = 'button, input, select, textarea, label, [role=button], [role=switch]'
const FIELDS = 'input, select, textarea'
const MARKED = 'button, input, select, textarea, [role=button], [role=switch], a[href]'

type ReadOnlyProps = {
  /** The path of a link within the view; null if it leads out of the view. */
  pathInView: (href: string) => string | null
  children: ReactNode
}

// This also works in dialogs, because React dispatches their events to the component that renders them.
export function ReadOnly({ pathInView, children }: ReadOnlyProps) {
  const navigate = useNavigate()
  const toasts = useToasts()
  const root = useRef<HTMLDivElement>(null)
  useDisabledMarks(root, pathInView)
  const block = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const blockWithToast = (event: SyntheticEvent) => {
    block(event)
    toasts.show({ tone: 'info', title: 'View only.' })
  }
  const press = (event: MouseEvent) => {
    const at = event.target instanceof Element ? event.target : null
    const href = at?.closest('a')?.getAttribute('href')
    if (typeof href === 'string') {
      if (/^https?:/.test(href)) return
      const to = pathInView(href)
      if (to === null) {
        blockWithToast(event)
        return
      }
      block(event)
      void navigate(to)
    } else if (at?.closest(READS) === null && at.closest(ACTS) !== null) blockWithToast(event)
  }
  const leave = (event: FocusEvent) => {
    if (event.target instanceof HTMLElement && event.target.matches(FIELDS)) event.target.blur()
  }
  const drop = (event: DragEvent) => block(event)
  return (
    <div
      ref={root}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto"
      onClickCapture={press}
      onAuxClickCapture={press}
      onSubmitCapture={block}
      onPasteCapture={block}
      onDragOverCapture={drop}
      onDropCapture={drop}
      onFocusCapture={leave}
    >
      {children}
    </div>
  )
}

/**
 * Sets `aria-disabled` on each blocked control and each link out of the view, including elements that are
 * added later.
 */
function useDisabledMarks(root: RefObject<HTMLElement | null>, pathInView: ReadOnlyProps['pathInView']) {
  const mark = useEffectEvent(() => {
    for (const control of root.current?.querySelectorAll<HTMLElement>(MARKED) ?? []) {
      const href = control.getAttribute('href')
      const isAllowed =
        href === null ? control.closest(READS) !== null : /^https?:/.test(href) || pathInView(href) !== null
      if (isAllowed) control.removeAttribute('aria-disabled')
      else control.setAttribute('aria-disabled', 'true')
      control.style.opacity = isAllowed ? '' : '0.5'
    }
  })
  useEffect(() => {
    if (root.current === null) return
    mark()
    const observer = new MutationObserver(() => mark())
    observer.observe(root.current, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['href', 'aria-expanded'],
    })
    return () => observer.disconnect()
  }, [root])
}
