// Creates a component whose code loads lazily. If the code is loaded already, the component renders at once
// without suspending.
import { type ComponentType, createElement, lazy } from 'react'

import type { LazyModule } from '../lib/lazy-module'

/**
 * Used instead of React's `lazy`, which suspends even if the code is loaded. React reveals suspended content only
 * 300 ms after the previous reveal, so four nested lazy components added a second to the start.
 */
export function lazyComponent<T, P extends object>(
  module: LazyModule<T>,
  pick: (loaded: T) => ComponentType<P>,
): ComponentType<P> {
  const LazyComponent = lazy(async () => ({ default: pick(await module.load()) }))
  return function LoadedComponent(props: P) {
    const loaded = module.get()
    return createElement<P>(loaded === undefined ? LazyComponent : pick(loaded), props)
  }
}
