// Creates a component whose code loads lazily. If the code is loaded already, the component renders at once
// without suspending.
import { type ComponentType, createElement, lazy } from 'react'

import type { LazyModule } from '../lib/lazy-module'

/**
 * Does the same as React's `lazy`, but `lazy` suspends even if the code is loaded. React reveals suspended
 * content only 300 ms after the previous reveal, so four nested lazy components added a second to the start.
 */
export function lazyComponent<T, P extends object>(
  piece: LazyModule<T>,
  pick: (loaded: T) => ComponentType<P>,
): ComponentType<P> {
  const Later = lazy(async () => ({ default: pick(await piece.load()) }))
  return function Soon(props: P) {
    const loaded = piece.get()
    return createElement<P>(loaded === undefined ? Later : pick(loaded), props)
  }
}
