// Tests of the quick summary in sentences: growth, loss, zero, one, and figures that are missing.
import { expect, test } from 'vitest'

import type { SnapshotRow } from '../../../db/rows/analytics'
import { snapshotRow } from '../../../testing/screens/analytics'
import { sentencesOf } from './sentences'

const NONE = {
  total_users: null,
  session_trend: null,
  traffic_sources: null,
  previous_totals: null,
  previous_sources: null,
}
const totals = (total_users: number) => ({ ...snapshotRow(), total_users })

test.each<[Partial<SnapshotRow>, string]>([
  [{ total_users: 0 }, 'Nobody visited your website in the last 30 days.'],
  [{ total_users: 1 }, '1 person visited your website in the last 30 days.'],
  [{ total_users: 1200, previous_totals: totals(1000) }, '1,200 people visited your website, up 20%.'],
  [{ total_users: 900, previous_totals: totals(1000) }, '900 people visited your website, down 10%.'],
  [{ total_users: 30_000, previous_totals: totals(1000) }, '30,000 people visited your website, up 30-fold.'],
  [{ total_users: 9, previous_totals: totals(0) }, '9 people visited your website, after none before.'],
  [{ traffic_sources: [['a / b', 1000]], sessions: 1650 }, 'Most visits came from a / b (61%).'],
  [
    {
      traffic_sources: [['google / organic', 1000]],
      previous_sources: [['google / organic', 644]],
      sessions: 2800,
    },
    'The largest source of visits was Google search (36%), 356 more than before.',
  ],
  [
    {
      traffic_sources: [['google / organic', 1000]],
      previous_sources: [['google / organic', 1001]],
      sessions: 1650,
    },
    'Most visits came from Google search (61%), 1 fewer than before.',
  ],
  [
    {
      traffic_sources: [
        ['a / b', 3],
        ['yelp.com / referral', 2],
      ],
      previous_sources: [
        ['a / b', 3],
        ['yelp.com / referral', 3],
      ],
    },
    'The biggest change: 1 fewer visit from Yelp.',
  ],
  [{ session_trend: [['2026-11-20', 1]] }, 'The busiest day was Fri, Nov 20 with 1 visit.'],
])('summarizes %j', (fields, sentence) => {
  expect(sentencesOf(snapshotRow({ ...NONE, ...fields }))).toContain(sentence)
})

test('returns no sentence without figures', () => {
  expect(sentencesOf(snapshotRow(NONE))).toEqual([])
  expect(
    sentencesOf(snapshotRow({ ...NONE, session_trend: [['2026-11-20', 0]], traffic_sources: [] })),
  ).toEqual([])
})
