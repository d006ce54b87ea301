// Tests of the history as points: a gap ends the line, and the chart shows the last ten points.
import { expect, test } from 'vitest'

import { scanRunRow, scoreRow } from '../../../testing/rows/rows'
import {
  frameOf,
  labelFilter,
  lineOf,
  noiseBandOf,
  placePoints,
  runsOf,
  yOf,
} from '../../../ui/chart/score-history/chart'
import { pointsOf } from './points'

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T12:00:00.000000Z`
const scores = [
  scoreRow({ id: 's1', performance_score: 60, created_at: at(1) }),
  scoreRow({ id: 's3', performance_score: 70, created_at: at(3) }),
]
const failed = scanRunRow({ id: 'r2', state: 'failed', finished_at: at(2) })

test('shows a failed scan and an incomplete result as gaps, not zeros', () => {
  const half = scoreRow({ id: 's4', is_incomplete: true, performance_score: 0, created_at: at(4) })
  expect(pointsOf([...scores, half], [failed, scanRunRow({ id: 'r3' })])).toEqual([
    { is: 'score', id: 's1', at: at(1), score: 60 },
    { is: 'gap', id: 'r2', at: at(2), reason: 'failed' },
    { is: 'score', id: 's3', at: at(3), score: 70 },
    { is: 'gap', id: 's4', at: at(4), reason: 'incomplete' },
  ])
})

test('shows the last ten points', () => {
  const many = Array.from({ length: 14 }, (_, n) =>
    scoreRow({ id: `s${n}`, performance_score: n, created_at: at(n + 1) }),
  )
  expect(pointsOf(many, []).map((point) => point.id)).toEqual(many.slice(4).map((row) => row.id))
})

test('interrupts the line at a gap', () => {
  const placed = placePoints(pointsOf(scores, [failed]), frameOf(320))
  expect(runsOf(placed).map((run) => run.map((one) => one.point.id))).toEqual([['s1'], ['s3']])
  expect(lineOf(placed.filter((one) => one.point.is === 'score'))).toMatch(/^M[\d.]+,[\d.]+L[\d.]+,[\d.]+$/)
})

test.each([1, 2, 10])(
  'places %i points inside a chart of 262 px, with 100 at the top and 0 at the bottom',
  (count) => {
    const frame = frameOf(262)
    const points = pointsOf(
      Array.from({ length: count }, (_, n) => scoreRow({ id: `s${n}`, created_at: at(n + 1) })),
      [],
    )
    for (const { x } of placePoints(points, frame)) {
      expect(x).toBeGreaterThanOrEqual(frame.left)
      expect(x).toBeLessThanOrEqual(frame.width - frame.right)
    }
    expect(yOf(frame, 100)).toBe(frame.top)
    expect(yOf(frame, 0)).toBe(frame.height - frame.bottom)
    const isLabelled = labelFilter(
      points.map((point) => point.at),
      frame.width,
    )
    const days = points.filter((_, index) => isLabelled(index)).length
    expect(days * 46).toBeLessThanOrEqual(Math.max(46, frame.width))
  },
)

test('shows one tick per day, also for ten scans of one day', () => {
  const shown = (days: string[]) =>
    days.flatMap((_, index) => (labelFilter(days, 2_000)(index) ? [index] : []))
  expect(shown(Array.from({ length: 10 }, () => 'Nov 21'))).toEqual([9])
  expect(shown(['Nov 20', 'Nov 20', 'Nov 21', 'Nov 22', 'Nov 22'])).toEqual([1, 2, 4])
})

test('keeps the noise band inside the chart', () => {
  const frame = frameOf(400)
  const placed = placePoints(
    pointsOf([scoreRow({ performance_score: 100 }), scoreRow({ id: 's2', performance_score: 2 })], []),
    frame,
  )
  const heights = [...noiseBandOf(placed, frame).matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y))
  expect(Math.min(...heights)).toBe(frame.top)
  expect(Math.max(...heights)).toBe(frame.height - frame.bottom)
})
