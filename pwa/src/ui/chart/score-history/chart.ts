// Computes the positions of the history's points in a chart of a given size, and the lines between them.
import { area, line } from 'd3-shape'

import { NOISE } from '../../../lib/text/ratings'
import type { Point } from './points'

export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

export interface PlacedPoint {
  point: Point
  x: number
  /** For a gap, this is the bottom of the chart. */
  y: number
}

/** The space in px between the edge of the plot and the first or the last point. */
const INSET = 12
/** The width in px of a date label with its space. */
const LABEL_WIDTH = 46
/** About the width in px beside the points, where no label begins. */
const BESIDE_POINTS = 60

/** The chart and its margins in px. `width` is the width of the chart. */
export function frameOf(width: number): Frame {
  return { width, height: width < 420 ? 200 : 240, left: 30, right: 14, top: 12, bottom: 28 }
}

export function yOf(frame: Frame, score: number): number {
  return frame.top + (1 - score / 100) * (frame.height - frame.top - frame.bottom)
}

/**
 * Places points at equal distances, not on a time scale. Scans are usually a week apart, so two scans on one day would
 * overlap.
 */
export function placePoints(points: readonly Point[], frame: Frame): PlacedPoint[] {
  const width = frame.width - frame.left - frame.right - 2 * INSET
  const step = points.length > 1 ? width / (points.length - 1) : 0
  const first = frame.left + INSET + (points.length > 1 ? 0 : width / 2)
  return points.map((point, index) => ({
    point,
    x: first + index * step,
    y: point.is === 'score' ? yOf(frame, point.score) : yOf(frame, 0),
  }))
}

/** The runs of consecutive scores between the gaps. */
export function runsOf(placed: readonly PlacedPoint[]): PlacedPoint[][] {
  const runs: PlacedPoint[][] = [[]]
  for (const placedPoint of placed) {
    if (placedPoint.point.is === 'score') runs.at(-1)?.push(placedPoint)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

export function lineOf(run: readonly PlacedPoint[]): string {
  return line()(run.map(({ x, y }) => [x, y])) ?? ''
}

/**
 * The SVG path of the band around a line in which differences are noise. For a single score, the band is 20
 * px wide.
 */
export function noiseBandOf(run: readonly PlacedPoint[], frame: Frame): string {
  const scored = run.flatMap(({ x, point }) => (point.is === 'score' ? [{ x, score: point.score }] : []))
  const sides = scored.length === 1 ? [-10, 10] : [0]
  const outline = sides.flatMap((offset) => scored.map(({ x, score }) => ({ x: x + offset, score })))
  const band = area<(typeof outline)[number]>()
    .x(({ x }) => x)
    .y0(({ score }) => yOf(frame, Math.max(0, score - NOISE)))
    .y1(({ score }) => yOf(frame, Math.min(100, score + NOISE)))
  return band(outline) ?? ''
}

/**
 * Returns a function that says whether the point with an index gets a date label. `days` are the labels of all points.
 * As many labels are shown as fit into `width` px, and each day has at most one label.
 */
export function labelFilter(days: readonly string[], width: number): (index: number) => boolean {
  const step = Math.max(1, Math.ceil((days.length * LABEL_WIDTH) / Math.max(1, width - BESIDE_POINTS)))
  const shown = new Map<string, number>()
  for (let index = days.length - 1; index >= 0; index -= step) {
    const day = days[index] ?? ''
    if (!shown.has(day)) shown.set(day, index)
  }
  return (index) => shown.get(days[index] ?? '') === index
}
