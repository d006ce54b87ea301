// Tests of the button that scrolls to the first unread message.
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { UnreadPill } from './jump-pills'
import { useUnreadPill } from './use-jumps'

function Pill({ loadUnread }: { loadUnread: () => Promise<boolean> }) {
  const unread = { firstUnread: -1, isInView: false, isUnreadLoaded: false, loadUnread }
  const { isDone, jump } = useUnreadPill({ scrollToIndex: () => undefined }, unread)
  return isDone ? null : <UnreadPill count={3} onJump={jump} />
}

test('keeps the button until the unread messages could be loaded', async () => {
  const loadUnread = vi.fn(() => Promise.resolve(true)).mockResolvedValueOnce(false)
  render(<Pill loadUnread={loadUnread} />)
  const button = screen.getByRole('button', { name: 'Jump to 3 unread messages' })
  await userEvent.click(button)
  expect(button).toBeVisible()
  await userEvent.click(button)
  await waitFor(() => expect(button).not.toBeInTheDocument())
  expect(loadUnread).toHaveBeenCalledTimes(2)
})
