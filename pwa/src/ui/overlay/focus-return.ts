// Gives the focus back to where it was before a dialog took it; radix does so only for its own triggers.
import { useRef } from 'react'

/** Spread on a radix dialog's content. */
export function useFocusReturn() {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (before.current instanceof HTMLElement) before.current.focus()
      // What opened it may be gone or disabled by now.
      if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
    },
  }
}
