// A piece of code that loads apart, and whether it has come.

export interface Piece<T> {
  /** Loads it; again after a failure. */
  load: () => Promise<T>
  /** Undefined until it has come. */
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
