// Tests of the list of sources: names, changes, the sum of all other sources, and its table.
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { noConnections, show, withEndpoints, withFigures } from '../../../testing/screens/analytics'
import { AnalyticsTab } from '..'

vi.mock('../../../api/client', async (original) =>
  (await import('../../../testing/screens/analytics')).fakeClient(original),
)
withEndpoints(() => ({ 'GET connections': noConnections }))

const EARLIER = '2026-11-20T09:10:00.000000Z'
const tab = <AnalyticsTab connectPath="/connect-ga" connectionsPath="/dashboard/connections" />

test('lists the traffic sources by plain names with their sessions, shares and changes', async () => {
  show(await withFigures(), tab)
  const list = await screen.findByRole('list', { name: 'Sessions by source' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([
    'Google searchgoogle / organic · unpaid search results68041%+13%up 13% compared with the 30 days before',
    'Direct visits(direct) / (none) · typed in or bookmarked39324%Newnew compared with the 30 days before',
    'Other sources57735%',
  ])
  expect(screen.getByText('1,650 sessions in all')).toBeVisible()
})

test('lists no other sources if the listed ones have all sessions', async () => {
  show(await withFigures({ sessions: 1073 }), tab)
  const list = await screen.findByRole('list', { name: 'Sessions by source' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(list).not.toHaveTextContent('Other sources')
})

test.each([
  ['the sources', { sources_as_of: EARLIER }],
  ['the totals', { totals_as_of: EARLIER }],
  ['the totals so far', { totals_as_of: null, sessions: null }],
])('shows no total, share or other sources if the last read of %s failed', async (_part, fields) => {
  show(await withFigures(fields), tab)
  const list = await screen.findByRole('list', { name: 'Sessions by source' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(within(list).getByText('680')).toBeVisible()
  expect(list).not.toHaveTextContent(/Other sources|41%/)
  expect(document.body).not.toHaveTextContent(/sessions in all|The largest source/)
})

test('sorts the table of sources by either column, and sets aria-sort', async () => {
  const user = show(await withFigures(), tab)
  const table = await screen.findByRole('table', { name: 'Sessions by source' })
  await user.click(screen.getAllByRole('button', { name: /^Table of/ })[1] ?? table)
  const names = () =>
    within(table)
      .getAllByRole('rowheader')
      .map((head) => head.textContent)
  const sort = (name: string) => within(table).getByRole('columnheader', { name }).getAttribute('aria-sort')
  expect([names(), sort('Sessions')]).toEqual([
    ['google / organic', '(direct) / (none)', 'Other sources'],
    'none',
  ])
  await user.click(within(table).getByRole('button', { name: 'Source / medium' }))
  expect([names(), sort('Source / medium')]).toEqual([
    ['(direct) / (none)', 'google / organic', 'Other sources'],
    'ascending',
  ])
  await user.click(within(table).getByRole('button', { name: 'Sessions' }))
  expect([names(), sort('Sessions'), sort('Source / medium')]).toEqual([
    ['google / organic', 'Other sources', '(direct) / (none)'],
    'descending',
    'none',
  ])
  await user.click(within(table).getByRole('button', { name: 'Sessions' }))
  expect([names(), sort('Sessions')]).toEqual([
    ['(direct) / (none)', 'Other sources', 'google / organic'],
    'ascending',
  ])
})
