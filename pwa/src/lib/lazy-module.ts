// A module that is loaded separately, and whether it has loaded.

export interface Piece<T> {
  /** Loads the module once; a call after a failure retries. */
  load: () => Promise<T>
  /** The module, or undefined until it has loaded. */
  get: () => T | undefined
}

export function piece<T>(loader: () => Promise<T>): Piece<T> {
  let known: T | undefined
  return {
    async load() {
      known ??= await loader()
      return known
    },
    get: () => known,
  }
}
