// A tap on a time switches between its short and its full form.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { Time } from './time'

test('shows the full time on a tap, and the short form on the next', async () => {
  const user = userEvent.setup()
  render(<Time at="2026-11-20T12:05:00Z">3 h ago</Time>)
  await user.click(screen.getByRole('button', { name: '3 h ago' }))
  await user.click(screen.getByRole('button', { name: /^Fri, Nov 20, 2026, \d+:05 [AP]M$/ }))
  expect(screen.getByText('3 h ago')).toHaveAttribute(
    'title',
    expect.stringMatching(/^Fri, Nov 20, 2026, \d+:05 [AP]M$/),
  )
})
