// SVG paths of the site's pictures: a smooth line through points, and the heartbeat of our logo.
import { curveCardinal, line } from 'd3-shape'

export type Point = readonly [x: number, y: number]

/** Returns a smooth curve through `points`. */
export function smoothThrough(points: readonly Point[]): string {
  return line<Point>().curve(curveCardinal).digits(1)(points) ?? ''
}

/**
 * The path commands of one heartbeat as in our logo, `size` times as large. It ends `beatWidth(size)` to the right of
 * its start, at the same height.
 */
export function beat(size: number): string {
  return `l${rounded(3.1 * size)} ${rounded(-7.6 * size)} ${rounded(5.6 * size)} ${rounded(14.8 * size)} ${rounded(4 * size)} ${rounded(-10.4 * size)} ${rounded(1.6 * size)} ${rounded(3.2 * size)}`
}

export function beatWidth(size: number): number {
  return 14.3 * size
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
