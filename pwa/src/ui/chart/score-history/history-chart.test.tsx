// The history chart by mouse: the chosen scan stays while the pointer moves to the button below.
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { QuestionContext } from '../figure'
import { HistoryChart } from './history-chart'
import { SCAN } from '../../../lib/text/ratings'
import type { Point } from './points'

const POINTS: Point[] = [71, 64, 92].map((score, index) => ({
  is: 'score',
  id: `s${index}`,
  at: `2026-11-0${index + 1}T09:00:00Z`,
  score,
}))

test('asks about the chosen scan by a press on its text', async () => {
  const openQuestion = vi.fn()
  render(
    <QuestionContext value={openQuestion}>
      <HistoryChart points={POINTS} />
    </QuestionContext>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Ask about Performance score' }))
  const details = within(await screen.findByRole('dialog', { name: 'Performance score' }))
  fireEvent.click(details.getByRole('button', { name: 'Ask about this' }))
  expect(openQuestion).toHaveBeenCalledExactlyOnceWith({
    label: 'Performance score',
    value: '92',
    period: 'scan of Nov 3, on a phone',
    as_of: '2026-11-03T09:00:00Z',
    source: SCAN,
  })
})

test('keeps a pressed scan selected while the pointer leaves the chart, until it enters another scan', () => {
  render(
    <QuestionContext value={() => undefined}>
      <HistoryChart points={POINTS} />
    </QuestionContext>,
  )
  const shown = () => screen.getByText(/, (Good|Needs Improvement|Poor)$/).textContent
  const [first, second] = screen.getAllByRole('img')
  if (first === undefined || second === undefined) throw new Error('two points expected')
  expect(shown()).toMatch(/: 92, Good$/)
  fireEvent.pointerEnter(second)
  expect(shown()).toMatch(/: 64, Needs Improvement$/)
  fireEvent.pointerDown(second)
  fireEvent.pointerOut(second, { relatedTarget: first })
  fireEvent.pointerOut(first, { relatedTarget: document.body })
  expect(shown()).toMatch(/: 64, Needs Improvement$/)
  fireEvent.pointerEnter(first)
  expect(shown()).toMatch(/: 71, Needs Improvement$/)
})
