// The line chart by touch and mouse: the chosen day stays until another one is chosen or Esc is pressed.
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { type FigureReference, QuestionContext } from './figure'
import { LineChart } from './line-chart'

const DAYS = ['Nov 1', 'Nov 2', 'Nov 3', 'Nov 4', 'Nov 5']

const chartOf = (openQuestion: ((figure: FigureReference) => void) | null = null) => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 400 } as DOMRect)
  render(
    <QuestionContext value={openQuestion}>
      <LineChart
        title="Sessions per day"
        columns={['Day', 'Sessions', 'Previous']}
        periods={['Last 5 days', 'Previous 5 days']}
        about={{ asOf: null, age: 'Not measured yet', source: 'Google Analytics' }}
        points={DAYS.map((label, value) => ({ label, value, text: String(value) }))}
      />
    </QuestionContext>,
  )
  return screen.getByRole('slider')
}

test('the axis of small counts has whole numbers', () => {
  const chart = chartOf()
  const axis = chart.parentElement?.previousElementSibling?.children ?? []
  expect(Array.from(axis, (label) => label.textContent)).toEqual(['6', '3', '0'])
})

test('a tapped day stays selected after the finger is lifted', () => {
  const chart = chartOf()
  expect(chart).toHaveAttribute('aria-valuetext', 'Nov 5: 4')
  fireEvent.pointerDown(chart, { clientX: 100, pointerType: 'touch' })
  fireEvent.pointerUp(chart, { clientX: 100, pointerType: 'touch' })
  fireEvent.pointerLeave(chart)
  expect(chart).toHaveAttribute('aria-valuetext', 'Nov 2: 1')
  fireEvent.pointerDown(chart, { clientX: 210, pointerType: 'touch' })
  expect(chart).toHaveAttribute('aria-valuetext', 'Nov 3: 2')
  fireEvent.keyDown(chart, { key: 'Escape' })
  expect(chart).toHaveAttribute('aria-valuetext', 'Nov 5: 4')
})

test('a clicked day stays selected until the mouse enters the chart again', () => {
  const chart = chartOf()
  fireEvent.pointerEnter(chart, { pointerType: 'mouse' })
  fireEvent.pointerMove(chart, { clientX: 300, pointerType: 'mouse' })
  expect(chart).toHaveAttribute('aria-valuetext', 'Nov 4: 3')
  fireEvent.pointerDown(chart, { clientX: 300, buttons: 1, pointerType: 'mouse' })
  fireEvent.pointerUp(chart, { clientX: 300, pointerType: 'mouse' })
  fireEvent.pointerMove(chart, { clientX: 100, pointerType: 'mouse' })
  fireEvent.pointerLeave(chart, { pointerType: 'mouse' })
  expect(chart).toHaveAttribute('aria-valuetext', 'Nov 4: 3')
  fireEvent.pointerEnter(chart, { pointerType: 'mouse' })
  fireEvent.pointerMove(chart, { clientX: 100, pointerType: 'mouse' })
  expect(chart).toHaveAttribute('aria-valuetext', 'Nov 2: 1')
})

test('dragging a finger along the chart changes the selected day', () => {
  const chart = chartOf()
  fireEvent.pointerDown(chart, { clientX: 100, buttons: 1, pointerType: 'touch' })
  fireEvent.pointerMove(chart, { clientX: 200, buttons: 1, pointerType: 'touch' })
  expect(chart).toHaveAttribute('aria-valuetext', 'Nov 3: 2')
})

test('opens with the last day, and opens the details of the chosen day, which offer a question', async () => {
  const openQuestion = vi.fn()
  const chart = chartOf(openQuestion)
  expect(screen.getByText('Nov 5:', { exact: false })).toHaveTextContent('Nov 5: 4')
  fireEvent.pointerDown(chart, { clientX: 210, pointerType: 'touch' })
  fireEvent.click(screen.getByRole('button', { name: 'Ask about Sessions' }))
  const details = await screen.findByRole('dialog', { name: 'Sessions' })
  expect(details).toHaveTextContent('Nov 3')
  fireEvent.click(within(details).getByRole('button', { name: 'Ask about this' }))
  expect(openQuestion).toHaveBeenCalledExactlyOnceWith({
    label: 'Sessions',
    value: '2',
    period: 'Nov 3',
    as_of: null,
    source: 'Google Analytics',
  })
})
