// Scores how well a text matches the query: word starts, initials, and parts of words. Pure.
import { foldText } from '../../../live/directory/entry'

const FIRST_WORD = 5
const WORD_START = 4
const INITIALS = 3
const PART = 1

/**
 * Points for `text`, a result of `foldText`; 0 if a word of the query is missing in it. `har cof` and `hcr` find
 * Harbor Coffee Roasters.
 */
export function pointsOf(query: readonly string[], text: string): number {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const initials = words.map((one) => one[0]).join('')
  let points = 0
  for (const word of query) {
    const start = words.findIndex((one) => one.startsWith(word))
    const gained =
      start === 0
        ? FIRST_WORD
        : start > 0
          ? WORD_START
          : word.length > 1 && initials.includes(word)
            ? INITIALS
            : text.includes(word)
              ? PART
              : 0
    if (gained === 0) return 0
    points += gained
  }
  return points
}

export function wordsOf(query: string): string[] {
  return foldText(query).split(/\s+/).filter(Boolean)
}

/** At most `most` of `items`, the best first. Items with equal points keep their order. */
export function best<T>(items: readonly T[], pointsFor: (item: T) => number, most: number): T[] {
  return items
    .map((item) => ({ item, points: pointsFor(item) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, most)
    .map(({ item }) => item)
}
