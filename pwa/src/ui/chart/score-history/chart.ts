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

export interface Placed {
  point: Point
  x: number
  /** For a gap, this is the bottom of the chart. */
  y: number
}

export function frameOf(width: number): Frame {
  return { width, height: width < 420 ? 200 : 240, left: 30, right: 14, top: 12, bottom: 28 }
}

export function yOf(frame: Frame, score: number): number {
  return frame.top + (1 - score / 100) * (frame.height - frame.top - frame.bottom)
}

/**
 * Places points at equal distances. Scans are usually a week apart, so on a time scale two scans on one day
 * would overlap.
 */
export function place(points: readonly Point[], frame: Frame): Placed[] {
  const width = frame.width - frame.left - frame.right - 24
  const step = points.length > 1 ? width / (points.length - 1) : 0
  const first = frame.left + 12 + (points.length > 1 ? 0 : width / 2)
  return points.map((point, index) => ({
    point,
    x: first + index * step,
    y: point.is === 'score' ? yOf(frame, point.score) : yOf(frame, 0),
  }))
}

/** Splits the points at gaps into runs of neighbouring scores. */
export function stretches(placed: readonly Placed[]): Placed[][] {
  const runs: Placed[][] = [[]]
  for (const one of placed) {
    if (one.point.is === 'score') runs.at(-1)?.push(one)
    else runs.push([])
  }
  return runs.filter((stretch) => stretch.length > 0)
}

export function lineOf(stretch: readonly Placed[]): string {
  return line()(stretch.map(({ x, y }) => [x, y])) ?? ''
}

/**
 * The SVG path of the band around a line in which differences are noise. For a single score, the band is 20
 * px wide.
 */
export function noiseOf(stretch: readonly Placed[], frame: Frame): string {
  const scored = stretch.flatMap(({ x, point }) => (point.is === 'score' ? [{ x, score: point.score }] : []))
  const sides = scored.length === 1 ? [-10, 10] : [0]
  const wide = sides.flatMap((by) => scored.map(({ x, score }) => ({ x: x + by, score })))
  const band = area<(typeof wide)[number]>()
    .x(({ x }) => x)
    .y0(({ score }) => yOf(frame, Math.max(0, score - NOISE)))
    .y1(({ score }) => yOf(frame, Math.min(100, score + NOISE)))
  return band(wide) ?? ''
}

/**
 * Returns a function that returns whether a point has a date label. As many labels are shown as fit. Each day
 * has at most one label.
 */
export function labelled(days: readonly string[], width: number): (index: number) => boolean {
  const every = Math.max(1, Math.ceil((days.length * 46) / Math.max(1, width - 60)))
  const shown = new Map<string, number>()
  for (let index = days.length - 1; index >= 0; index -= every) {
    const day = days[index] ?? ''
    if (!shown.has(day)) shown.set(day, index)
  }
  return (index) => shown.get(days[index] ?? '') === index
}
