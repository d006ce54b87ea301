// A component with lazy code. It renders at once, without suspending, if the code is loaded.
import { type ComponentType, createElement, lazy } from 'react'

import type { LazyModule } from '../lib/lazy-module'

/**
 * Like React's `lazy`, which suspends even if the code is loaded. React throttles: it reveals suspended
 * content at least 300 ms after the last reveal, so four nested ones added a second to the start.
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
