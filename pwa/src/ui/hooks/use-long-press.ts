// The hook for a long press on touch screens, which have no secondary button.
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** The duration in ms from which a press is long. */
const HELD_MS = 500
/** The tolerated movement in px, because a finger is never completely still. */
const MOVED_PX = 10

/**
 * Returns the handlers for an element. `onHeld` receives the innermost element at the pressed point. Links keep
 * the browser's own menu.
 */
export function useLongPress(onHeld: (held: Element) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef<{ x: number; y: number; isTouch: boolean } | null>(null)
  const isHeld = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])
  return {
    onPointerDown({ target, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) {
      stop()
      isHeld.current = false
      start.current = { x, y, isTouch: pointerType === 'touch' }
      if (
        pointerType !== 'touch' ||
        !isPrimary ||
        !(target instanceof Element) ||
        target.closest('a') !== null
      )
        return
      timer.current = setTimeout(() => {
        isHeld.current = true
        onHeld(target)
      }, HELD_MS)
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (
        start.current !== null &&
        Math.hypot(clientX - start.current.x, clientY - start.current.y) > MOVED_PX
      )
        stop()
    },
    onPointerUp: stop,
    // The browser takes over the touch, for example to scroll.
    onPointerCancel: stop,
    onContextMenu(event: MouseEvent) {
      const { target } = event
      if (start.current?.isTouch === true && target instanceof Element && target.closest('a') === null)
        event.preventDefault()
    },
    onClickCapture(event: MouseEvent) {
      // The end of a long press must not trigger a click.
      if (isHeld.current) event.stopPropagation()
      isHeld.current = false
    },
  }
}
