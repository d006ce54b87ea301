// Returns the focus to the element that had it before a dialog opened. Radix does this only for its own
// triggers.
import { useRef } from 'react'

/** Returns props to spread on a Radix dialog's content. */
export function useFocusReturn() {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (before.current instanceof HTMLElement) before.current.focus()
      // The element that opened the dialog may be removed or disabled by now.
      if (document.activeElement === document.body)
        document.getElementById('content')?.focus({ preventScroll: true })
    },
  }
}
