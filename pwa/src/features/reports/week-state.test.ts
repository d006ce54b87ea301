// Tests of the counts of this week's reports.
import { expect, test } from 'vitest'

import { reportRow } from '../../testing/rows/reports'
import { countTexts, type WeekState } from './week-state'

const row = (is: WeekState['is']) => ({
  week: (is === 'missing'
    ? { is, newest: undefined }
    : { is, report: reportRow(), draft: undefined }) as WeekState,
})
const counted = (...states: WeekState['is'][]) => countTexts(states.map(row))

test.each([
  [counted('sent', 'sent'), '2 of 2 reports of this week are sent', ''],
  [counted('sent', 'missing'), '1 of 2 reports of this week is sent', '1 missing'],
  [counted('missing', 'draft', 'missing'), '0 of 3 reports of this week are sent', '2 missing, 1 draft'],
])('counts %j', ({ sent, others }, sentText, othersText) => {
  expect(sent).toBe(sentText)
  expect(others).toBe(othersText)
})
