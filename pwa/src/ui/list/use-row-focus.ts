// The hook for the focus in a windowed list. Moves the focus by keys, restores it after a return to the page,
// and keeps it on its row when rows move.
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'

import { hasModifier } from '../hooks/has-modifier'
import { isFocusFree, usePlace } from './use-scroll-restoration'

type FocusedList = {
  label: string
  scroller: RefObject<HTMLDivElement | null>
  count: number
  keyOf: (index: number) => string
  rowHeight: number
  /** The height of the view in px. */
  height: number
  isMeasured: boolean
}

interface RowFocusState {
  /** The key of the row that had the focus last. */
  active: string | null
  setActive: (key: string | null) => void
  onKeyDown: (event: KeyboardEvent) => void
}

export function useRowFocus({
  label,
  scroller,
  count,
  keyOf,
  rowHeight,
  height,
  isMeasured,
}: FocusedList): RowFocusState {
  const [active, setActive] = useState<string | null>(null)
  const pendingIndex = useRef<number | null>(null)
  const [, rerender] = useReducer((count: number) => count + 1, 0)

  usePlace(label, scroller, ({ key, top: scrollTop }) => {
    const box = scroller.current
    if (box === null || !isMeasured || box.clientHeight === 0) return false
    const index = key === null ? -1 : indexOf(keyOf, count, key)
    if (key !== null && index === -1) return false
    setScrollTop(box, scrollTop)
    if (index === -1) return true
    scrollIntoView(box, index, rowHeight)
    if (isFocusFree()) pendingIndex.current = index
    return true
  })
  // Run after every render, because the row to focus may not be rendered yet.
  useEffect(() => {
    if (pendingIndex.current === null) return
    const row = scroller.current?.querySelector<HTMLElement>(
      `[data-index="${pendingIndex.current}"] [data-row]`,
    )
    if (!row) return
    pendingIndex.current = null
    row.focus({ preventScroll: true })
  })
  // The node with the focus may show another row now. Move the focus to its former row, or to the list if
  // that row is gone.
  useLayoutEffect(() => {
    const focused = scroller.current?.contains(document.activeElement) ? rowOf(document.activeElement) : null
    if (focused === null || focused.dataset['key'] === active) return
    const formerRow = scroller.current?.querySelector<HTMLElement>(`[data-key="${active ?? ''}"] [data-row]`)
    ;(formerRow ?? scroller.current)?.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowOf(event.target)
    const next =
      row === null || hasModifier(event)
        ? null
        : rowAfter(event.key, Number(row.dataset['index']), count, Math.floor(height / rowHeight))
    if (next === null) return
    event.preventDefault()
    pendingIndex.current = next
    setActive(keyOf(next))
    // At the first and the last row nothing else causes a render, so the row would get the focus only with the next
    // unrelated render.
    rerender()
    scrollIntoView(scroller.current, next, rowHeight)
  }
  return { active, setActive, onKeyDown }
}

function indexOf(keyOf: (index: number) => string, count: number, key: string): number {
  for (let index = 0; index < count; index++) if (keyOf(index) === key) return index
  return -1
}

function setScrollTop(box: HTMLElement, top: number): void {
  box.scrollTop = top
}

function scrollIntoView(box: HTMLElement | null, index: number, rowHeight: number): void {
  if (box === null) return
  const atTop = index * rowHeight
  const atBottom = atTop + rowHeight - box.clientHeight
  box.scrollTop = Math.min(Math.max(box.scrollTop, atBottom), atTop)
}

function rowOf(element: EventTarget | null): HTMLElement | null {
  return element instanceof Element ? element.closest<HTMLElement>('[data-index]') : null
}

/** The index of the row to which a key moves the focus; null for other keys. `page` is the number of rows in view. */
function rowAfter(key: string, from: number, count: number, page: number): number | null {
  const moves: Record<string, number> = {
    ArrowDown: from + 1,
    j: from + 1,
    ArrowUp: from - 1,
    k: from - 1,
    PageDown: from + Math.max(1, page - 1),
    PageUp: from - Math.max(1, page - 1),
    Home: 0,
    End: count - 1,
  }
  const to = moves[key]
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1)
}
