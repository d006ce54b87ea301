// Restores the focused row and the scroll position of a list after Back: the browser's button, or a button of
// the app that navigates with the state `BACK`.
import { type RefObject, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation, useNavigationType } from 'react-router'

/** `key` is the row's `data-key` or `data-place`; null if no row had the focus. `top` is the scroll offset in px. */
export type Place = { key: string | null; top: number }

export const BACK = { isBack: true } as const

/**
 * The places of each router, by list and URL, the most recent last. A new page has a new router, so it starts
 * without places.
 */
const placesByRouter = new WeakMap<object, Map<string, Place>>()
const MAX_PLACES = 50
const STOPPING_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/**
 * `list` is the scrolling element or an element inside it. `show` restores a place and returns whether it
 * succeeded. Because rows may arrive later, `show` is called after each render until it succeeds, or until
 * the user presses, scrolls or types.
 */
export function usePlace(
  name: string,
  list: RefObject<HTMLElement | null>,
  show: (place: Place) => boolean,
): void {
  const { pathname, search, key } = useLocation()
  const { navigator } = useContext(NavigationContext)
  const isBack = useIsBack()
  const id = `${name} ${pathname}${search}`
  const pending = useRef<Place | null>(null)

  useLayoutEffect(() => {
    const places = placesOf(navigator)
    pending.current = isBack ? (places.get(id) ?? null) : null
    const stopRestoring = () => {
      pending.current = null
    }
    const record = (place: Partial<Place>) => {
      if (pending.current !== null) return
      const before = places.get(id) ?? { key: null, top: 0 }
      places.delete(id)
      places.set(id, { ...before, ...place })
      for (const oldest of places.keys()) if (places.size > MAX_PLACES) places.delete(oldest)
    }
    const onScroll = ({ target }: Event) => {
      if (target instanceof HTMLElement && list.current !== null && target.contains(list.current))
        record({ top: target.scrollTop })
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && list.current?.contains(target) === true) record({ key: keyOf(target) })
    }
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    document.addEventListener('focusin', onFocus)
    for (const event of STOPPING_EVENTS)
      window.addEventListener(event, stopRestoring, { capture: true, passive: true })
    return () => {
      document.removeEventListener('scroll', onScroll, { capture: true })
      document.removeEventListener('focusin', onFocus)
      for (const event of STOPPING_EVENTS) window.removeEventListener(event, stopRestoring, { capture: true })
    }
  }, [id, key, isBack, list, navigator])
  useEffect(() => {
    if (pending.current !== null && show(pending.current)) pending.current = null
  })
}

/** Whether the user reached the current URL by Back, the browser's button or the app's own. */
export function useIsBack(): boolean {
  const location = useLocation()
  const type: string = useNavigationType()
  return type === 'POP' || isBackState(location.state)
}

/**
 * Does the same as `usePlace`, for a list that renders all its rows. The link or button of a row has
 * `data-place`.
 */
export function usePlaceIn(name: string, list: RefObject<HTMLElement | null>): void {
  usePlace(name, list, ({ key, top }) => {
    const element = list.current
    if (element === null) return false
    const row =
      key === null
        ? null
        : [...element.querySelectorAll<HTMLElement>('[data-place]')].find(
            ({ dataset }) => dataset['place'] === key,
          )
    if (row === undefined) return false
    const box = scrollerOf(element)
    if (row === null && box.scrollHeight - box.clientHeight < top) return false
    box.scrollTop = top
    if (row !== null && isFocusFree()) row.focus()
    return true
  })
}

/** Whether the focus may be moved, because no element has it, or only the element that a new page focuses. */
export function isFocusFree(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.id === 'content'
}

function placesOf(router: object): Map<string, Place> {
  const places = placesByRouter.get(router) ?? new Map<string, Place>()
  placesByRouter.set(router, places)
  return places
}

function keyOf(target: Element): string | null {
  const row = target.closest<HTMLElement>('[data-place], [data-key]')
  return row?.dataset['place'] ?? row?.dataset['key'] ?? null
}

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let box: HTMLElement | null = element; box !== null; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  }
  return element
}

function isBackState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isBack' in state && state.isBack === true
}
