// SVG paths of the site's pictures: a smooth line through points, and the heartbeat of our mark.

export type Point = readonly [x: number, y: number]

/** Returns a smooth curve through `points`, to append to a path that already ends at the first of them. */
export function smoothThrough(points: readonly Point[]): string {
  return points
    .slice(1)
    .map((to, index) => {
      const from = points[index] ?? to
      const before = points[index - 1] ?? from
      const after = points[index + 2] ?? to
      const [x1, y1] = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
      const [x2, y2] = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
      return `C${rounded(x1)} ${rounded(y1)} ${rounded(x2)} ${rounded(y2)} ${rounded(to[0])} ${rounded(to[1])}`
    })
    .join('')
}

/** One heartbeat as in our mark. It ends `beatWidth(size)` to the right of its start, at the same height. */
export function beat(size: number): string {
  return `l${rounded(3.1 * size)} ${rounded(-7.6 * size)} ${rounded(5.6 * size)} ${rounded(14.8 * size)} ${rounded(4 * size)} ${rounded(-10.4 * size)} ${rounded(1.6 * size)} ${rounded(3.2 * size)}`
}

export function beatWidth(size: number): number {
  return 14.3 * size
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
