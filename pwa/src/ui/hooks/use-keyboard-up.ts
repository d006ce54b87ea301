// The hook that returns whether an on-screen keyboard covers the lower part of the window.
import { useSyncExternalStore } from 'react'

/** The least height of a keyboard in px. A smaller difference is the browser's own toolbar. */
const MIN_KEYBOARD_HEIGHT = 120

/** The greatest height so far for each window width. This is the height without a keyboard. */
const tallest = new Map<number, number>()
let up = false

export function useKeyboardUp(): boolean {
  return useSyncExternalStore(subscribe, isUp)
}

/**
 * Whether the keyboard is up: from the time at which the window shrinks while a text field has the focus,
 * until it grows again.
 */
function isUp(): boolean {
  const view = window.visualViewport
  const height = view ? view.height * view.scale : window.innerHeight
  const full = Math.max(height, tallest.get(window.innerWidth) ?? 0)
  tallest.set(window.innerWidth, full)
  up = height < full - MIN_KEYBOARD_HEIGHT && (up || isTyping())
  return up
}

function isTyping(): boolean {
  return document.activeElement?.matches('textarea, input, [contenteditable]') === true
}

function subscribe(notify: () => void): () => void {
  const view = window.visualViewport ?? window
  view.addEventListener('resize', notify)
  document.addEventListener('focusin', notify)
  return () => {
    view.removeEventListener('resize', notify)
    document.removeEventListener('focusin', notify)
  }
}
