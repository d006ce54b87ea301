// Moves the focus to a neighbour when the element that has it is removed, such as a button that removes its row.
import { useEffect } from 'react'

/** An element or its ancestor, and its index among its siblings. */
type Level = { element: Element; index: number }

const TABBABLE = 'a[href], button, input, select, textarea, summary, [tabindex]'

/**
 * Without it the focus would be on the body, and a screen reader would start again at the top of the page.
 * Moves the focus only if it was visible (:focus-visible). A new address has its own rule (useArrivalFocus).
 */
export function useLostFocus(): void {
  useEffect(() => {
    let levels: Level[] = []
    let address = ''
    const remember = ({ target }: FocusEvent) => {
      levels = target instanceof Element && target.matches(':focus-visible') ? levelsOf(target) : []
      address = location.href
    }
    const observer = new MutationObserver(() => {
      const focused = levels[0]?.element
      if (focused === undefined || focused.isConnected || document.activeElement !== document.body) return
      if (location.href === address) focusNear(levels)
      if (document.activeElement === document.body) levels = []
    })
    // The user has left an element that is still there, for example by "Done" of a phone's keyboard.
    const forgetLeft = () =>
      setTimeout(() => {
        if (levels[0]?.element.isConnected === true && document.activeElement === document.body) levels = []
      })
    document.addEventListener('focusin', remember)
    document.addEventListener('focusout', forgetLeft)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('focusout', forgetLeft)
      observer.disconnect()
    }
  }, [])
}

/** From the element up to the child of the page's content or of the body. */
function levelsOf(element: Element): Level[] {
  const levels = []
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
    levels.push({
      element: at,
      index: at.parentElement === null ? 0 : [...at.parentElement.children].indexOf(at),
    })
    if (at.id === 'content') break
  }
  return levels
}

/** Focuses what now stands in the element's place, else what follows it, else what precedes it. */
function focusNear(levels: readonly Level[]): void {
  for (const [below, { element }] of levels.slice(1).entries()) {
    if (!element.isConnected) continue
    // The messages before and after are not about the one that is gone.
    const log = element.closest<HTMLElement>('[role="log"]')
    if (log !== null && focus(log)) return
    const index = levels[below]?.index ?? 0
    const children = [...element.children]
    const after = children.slice(index).flatMap(tabbablesIn)
    const before = children.slice(0, index).flatMap(tabbablesIn)
    if (element.id !== 'content' && [...after, ...before.reverse()].some(focus)) return
    if (element.id === 'content' && element instanceof HTMLElement && focus(element)) return
  }
}

function tabbablesIn(element: Element): HTMLElement[] {
  return [element, ...element.querySelectorAll(TABBABLE)].filter(
    (each): each is HTMLElement =>
      each instanceof HTMLElement && each.matches(TABBABLE) && each.tabIndex >= 0,
  )
}

/** Whether the element took the focus; a disabled or hidden one does not. */
function focus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
