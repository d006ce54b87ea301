// A component whose code loads apart. Where that has come it is drawn at once, and suspends nobody.
import { type ComponentType, createElement, lazy } from 'react'

import type { Piece } from '../lib/lazy-module'

/**
 * React's `lazy` suspends even if its code is there, and what was suspended React shows 300 ms after the last such
 * moment at the earliest: four of them behind each other were a second of a start.
 */
export function soon<T, P extends object>(piece: Piece<T>, pick: (loaded: T) => ComponentType<P>): ComponentType<P> {
  const Later = lazy(async () => ({ default: pick(await piece.load()) }))
  return function Soon(props: P) {
    const loaded = piece.get()
    return createElement<P>(loaded === undefined ? Later : pick(loaded), props)
  }
}
