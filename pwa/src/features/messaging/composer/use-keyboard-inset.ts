// Height of the page covered by an on-screen keyboard, for browsers that do not shrink the page themselves.
import { useSyncExternalStore } from 'react'

/** Pixels at the bottom of the page; 0 without a keyboard. */
export function useKeyboardInset(): number {
  return useSyncExternalStore(subscribe, covered)
}

/** In pixels. A smaller height is not a keyboard but the browser's toolbar. */
const MIN_KEYBOARD_HEIGHT = 80

function covered(): number {
  const view = window.visualViewport
  if (!view || view.scale > 1) return 0
  const hidden = Math.round(window.innerHeight - view.height - view.offsetTop)
  return hidden < MIN_KEYBOARD_HEIGHT ? 0 : hidden
}

function subscribe(notify: () => void): () => void {
  const view = window.visualViewport
  view?.addEventListener('resize', notify)
  view?.addEventListener('scroll', notify)
  return () => {
    view?.removeEventListener('resize', notify)
    view?.removeEventListener('scroll', notify)
  }
}
