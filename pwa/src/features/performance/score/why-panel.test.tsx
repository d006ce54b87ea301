// Test of the reasons that a changed score shows at once.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { scoreRow } from '../../../testing/rows/rows'
import { WhyPanel } from './why-panel'

test('folds the reasons after the second, unless only one would be folded', async () => {
  const { rerender } = render(<WhyPanel score={scoreRow({ reasons: ['A.', 'B.', 'C.'] })} />)
  expect(screen.getByText('C.')).toBeVisible()
  expect(screen.queryByText(/more reasons$/)).toBeNull()
  rerender(<WhyPanel score={scoreRow({ reasons: ['A.', 'B.', 'C.', 'D.'] })} />)
  expect(screen.getByText('B.')).toBeVisible()
  expect(screen.getByText('C.')).not.toBeVisible()
  await userEvent.click(screen.getByText('2 more reasons'))
  expect(screen.getByText('D.')).toBeVisible()
})

test('prints all reasons', () => {
  const media = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ ...media, matches: query === 'print' }) as unknown as MediaQueryList,
  )
  render(<WhyPanel score={scoreRow({ reasons: ['A.', 'B.', 'C.', 'D.'] })} />)
  expect(screen.getByText('D.')).toBeVisible()
})
