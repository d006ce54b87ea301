// A seeded random number generator, so that a failing run can be repeated.

export interface Seeded {
  /** A number in [0, 1). */
  next: () => number
  /** An integer from `low` to `high`, both included. */
  int: (low: number, high: number) => number
  pick: <T>(list: readonly T[]) => T
  chance: (probability: number) => boolean
}

/** The seeds of a randomized test: the first `few` in `make test`, all of them in `make thorough`. */
export const seeds = (few: number, all: number): number[] =>
  Array.from({ length: import.meta.env['VITE_ALL_SEEDS'] ? all : few }, (_, index) => index + 1)

export function seeded(seed: number): Seeded {
  let state = seed >>> 0
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    int,
    pick: (list) => {
      const one = list[int(0, list.length - 1)]
      if (one === undefined) throw new Error('Nothing to pick from.')
      return one
    },
    chance: (probability) => next() < probability,
  }
}
