// Test of the bars that phones show at first.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { BarList } from './bar-list'

test('hides the bars after the fifth on phones until the user asks for all', async () => {
  const bars = [1, 2, 3, 4, 5, 6].map((place) => ({
    label: `source ${place}`,
    name: `Source ${place}`,
    detail: `Source ${place}`,
    value: 10 - place,
    text: `${10 - place}`,
    share: '',
    change: null,
  }))
  render(<BarList title="Sources" columns={['Source', 'Sessions', 'Previous']} bars={bars} comparedWith="" />)
  const hidden = () =>
    screen.getAllByRole('listitem').filter(({ className }) => className.includes('max-md:hidden'))
  expect(hidden().map(({ textContent }) => textContent)).toEqual(['Source 64'])
  const button = screen.getByRole('button', { name: 'Show all 6' })
  await userEvent.click(button)
  expect(hidden()).toEqual([])
  expect(button).toHaveTextContent('Show fewer')
})
