// A module that is loaded separately, and whether it has loaded.

export interface LazyModule<T> {
  /** Loads the module once. A call after a failure retries. */
  load: () => Promise<T>
  /** The module, or undefined until it has loaded. */
  get: () => T | undefined
}

export function lazyModule<T>(loader: () => Promise<T>): LazyModule<T> {
  let loaded: T | undefined
  return {
    async load() {
      loaded ??= await loader()
      return loaded
    },
    get: () => loaded,
  }
}
