// Tests of a scan's measurements: standard names, meanings, and Google's rating.
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { scoreRow } from '../../testing/rows/rows'
import { openHome } from '../../testing/screens/client-home'
import { freshReplica } from '../../testing/sync/replicas'
import { MeasuresPanel } from './measures-panel'

test.each([
  [{ lcp_ms: 2500 }, /^2\.5 sGood.+main part of the page shows\.Largest Contentful Paint \(LCP\)$/],
  [{ lcp_ms: 2501 }, /^2\.5 sFair/],
  [{ lcp_ms: 4001 }, /^4\.0 sPoor/],
  [{ tbt_ms: 200 }, /^200 msGood.+ignores taps while it loads\.Total Blocking Time \(TBT\)$/],
  [{ cls: 0.26 }, /^0\.26Poor.+0 is best\.Cumulative Layout Shift \(CLS\)$/],
])('explains and rates %o', (metrics, text) => {
  openHome(<MeasuresPanel score={scoreRow({ metrics, field: null })} />, freshReplica())
  const [measure, ...others] = screen.getAllByRole('listitem')
  expect(others).toEqual([])
  expect(measure?.textContent).toMatch(text)
})

test('leaves out missing measurements', () => {
  openHome(<MeasuresPanel score={scoreRow({ metrics: {}, field: { inp_ms: 150 } })} />, freshReplica())
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '150 msGoodThe wait between a tap and what it does.Interaction to Next Paint (INP)',
  ])
})
