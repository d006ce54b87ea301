// Whether an on-screen keyboard covers the lower part of the window.
import { useSyncExternalStore } from 'react'

/** In pixels. A smaller difference is the browser's own toolbar. */
const MIN_KEYBOARD_HEIGHT = 120

/** The greatest height seen for each width, which is the one without a keyboard. */
const tallest = new Map<number, number>()
let up = false

export function useKeyboardUp(): boolean {
  return useSyncExternalStore(subscribe, isUp)
}

/** A keyboard is up from when the window shrinks around a text field until it grows again. */
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
