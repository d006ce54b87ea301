// Positions of a report's scores as lines and dots in a chart of a given size.
import { area, line } from 'd3-shape'

import type { Figures } from '../../../db/rows/reports'

export interface Dot {
  x: number
  y: number
  at: string
  score: number
}

export interface Picture {
  width: number
  height: number
  dots: Dot[]
  /** SVG paths of the line through the dots and of the area below it. */
  line: string
  area: string
  /** Whether there is space for a date label below dot `index`. */
  hasDateLabel: (index: number) => boolean
  /** Scores with a grid line, and their y position. */
  grid: { score: number; y: number }[]
}

const LEFT = 30
const RIGHT = 12
const TOP = 12
const BOTTOM = 26
const MAX_DATE_LABELS = 7

/** Returns null for fewer than two scores, because one score is not a line. */
export function pictureOf(scores: Figures['scores'], width = 420, height = 160): Picture | null {
  if (scores.length < 2) return null
  const foot = height - BOTTOM
  const yOf = (score: number) => TOP + (1 - score / 100) * (foot - TOP)
  const step = (width - LEFT - RIGHT - 16) / (scores.length - 1)
  const dots = scores.map(([at, score], index) => ({ at, score, x: LEFT + 8 + index * step, y: yOf(score) }))
  const outline = dots.map(({ x, y }): [number, number] => [x, y])
  const labelStep = Math.ceil(dots.length / MAX_DATE_LABELS)
  const hasDateLabel = (index: number) => (dots.length - 1 - index) % labelStep === 0
  return {
    width,
    height,
    dots,
    line: line()(outline) ?? '',
    area: area().y0(foot)(outline) ?? '',
    hasDateLabel,
    grid: [0, 50, 90].map((score) => ({ score, y: yOf(score) })),
  }
}
