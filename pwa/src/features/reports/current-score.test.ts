// Tests of the current score and of the score with which it is compared.
import { expect, test } from 'vitest'

import { noonOf } from '../../testing/rows/days'
import { reportRow } from '../../testing/rows/reports'
import { scanRunRow } from '../../testing/rows/rows'
import { currentScore, newestScan } from './current-score'

const scan = (performance_score: number | null, finished_at: string) =>
  scanRunRow({ id: finished_at, state: 'done', performance_score, finished_at })
const FRIDAY = '2026-11-27T15:05:00.000000Z'
const report = reportRow()
const REPORTED = noonOf(20)

test.each([
  ['nothing', undefined, [], null],
  ['only a scan', scan(97, FRIDAY), [], { value: 97, at: FRIDAY, before: null, against: 'last report' }],
  ['only a report', undefined, [report], { value: 83, at: REPORTED, before: 74, against: 'week before' }],
  ['a newer scan', scan(97, FRIDAY), [report], { value: 97, at: FRIDAY, before: 83, against: 'last report' }],
  [
    'a newer scan than the score of a report with newer visitors',
    scan(97, FRIDAY),
    [reportRow({ figures: report.figures && { ...report.figures, as_of: FRIDAY } })],
    { value: 97, at: FRIDAY, before: 83, against: 'last report' },
  ],
  ['its scan', scan(83, REPORTED), [report], { value: 83, at: REPORTED, before: 74, against: 'week before' }],
] as const)('finds the current score of a client with %s', (_case, newest, reports, current) => {
  expect(currentScore(newest, reports)).toEqual(current)
})

test('takes the newest scan that has a score', () => {
  const good = scan(88, REPORTED)
  expect(newestScan([scan(null, FRIDAY), good, scan(70, '2026-11-13T14:05:00.000000Z')])).toBe(good)
  expect(newestScan([])).toBeUndefined()
})
