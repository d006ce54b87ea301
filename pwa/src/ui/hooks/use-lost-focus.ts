// Moves the focus to a neighbour when the element that has it is removed, such as a button that removes its row.
import { useEffect } from 'react'

/** An element or its ancestor, and its index among its siblings. */
type Level = { element: Element; index: number }

const TABBABLE = 'a[href], button, input, select, textarea, summary, [tabindex]'

/**
 * Without this hook the focus would be on the body, and a screen reader would start again at the top of the page.
 * Moves the focus only if it was visible (:focus-visible) and the address is the same; `useArrivalFocus` moves
 * the focus after a change of the address.
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
    // If the element still exists, the user has removed the focus, for example with "Done" on a phone's keyboard.
    const forgetBlurred = () =>
      setTimeout(() => {
        if (levels[0]?.element.isConnected === true && document.activeElement === document.body) levels = []
      })
    document.addEventListener('focusin', remember)
    document.addEventListener('focusout', forgetBlurred)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('focusout', forgetBlurred)
      observer.disconnect()
    }
  }, [])
}

/** The element and its ancestors up to the page's content (`#content`), or up to the child of the body. */
function levelsOf(element: Element): Level[] {
  const levels = []
  for (
    let node: Element | null = element;
    node !== null && node !== document.body;
    node = node.parentElement
  ) {
    levels.push({
      element: node,
      index: node.parentElement === null ? 0 : [...node.parentElement.children].indexOf(node),
    })
    if (node.id === 'content') break
  }
  return levels
}

/** Focuses the nearest control at or after the removed element's place, or else the nearest one before it. */
function focusNear(levels: readonly Level[]): void {
  for (const [below, { element }] of levels.slice(1).entries()) {
    if (!element.isConnected) continue
    // In a message log, focus the log, because its other messages have nothing to do with the removed one.
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

/** Focuses the element and returns whether it accepts the focus; a disabled or hidden one does not. */
function focus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
