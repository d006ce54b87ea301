// The hook for one shortcut of the table in shortcuts.ts. Shortcuts without Ctrl are inactive while the user
// types.
import { useEffect, useRef } from 'react'

import { SHORTCUTS, type ShortcutName } from '../shortcuts'

const TYPING = 'input:not([type=radio]), textarea, select, [contenteditable]'
const COVERING = '[role="dialog"], [role="alertdialog"], [role="menu"]'

export function useShortcut(name: ShortcutName, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const shortcut = SHORTCUTS[name]
    const hasControl = 'hasControl' in shortcut
    const onKey = (event: KeyboardEvent) => {
      const isPressed =
        event.key.toLowerCase() === shortcut.key && (event.ctrlKey || event.metaKey) === hasControl
      if (!isPressed || event.altKey || event.defaultPrevented) return
      const skipped = hasControl ? COVERING : `${TYPING}, ${COVERING}`
      if (event.target instanceof Element && event.target.closest(skipped)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [name])
}
