// The hook that selects a point of a chart by pointer or keys.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

import { hasModifier } from '../hooks/has-modifier'

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: -7,
  PageDown: 7,
}

/** `last` is the index of the newest point. It is the current point while none is selected. */
export function usePointSelection(last: number) {
  // Keep the selected point until another one is selected or Esc is pressed, because the pointer leaves the
  // chart on its way to the button.
  const [selected, setSelected] = useState<number | null>(null)
  // Keep a pressed point selected until the pointer enters the chart again, because the path to the button
  // may cross other points.
  const isHeld = useRef(false)
  const current = Math.min(selected ?? last, last)

  const selectUnder = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    if (box.width > 0) setSelected(clamped(Math.round(((event.clientX - box.left) / box.width) * last), last))
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    isHeld.current = true
    selectUnder(event)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!isHeld.current || event.buttons > 0) selectUnder(event)
  }
  const onPointerEnter = () => {
    isHeld.current = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && selected !== null) {
      event.stopPropagation()
      isHeld.current = false
      setSelected(null)
    }
    const distance = event.key === 'Home' ? -last : event.key === 'End' ? last : STEPS[event.key]
    if (distance === undefined || hasModifier(event)) return
    event.preventDefault()
    setSelected(clamped(current + distance, last))
  }
  return { current, handlers: { onPointerDown, onPointerMove, onPointerEnter, onKeyDown } }
}

function clamped(index: number, last: number): number {
  return Math.max(0, Math.min(last, index))
}
