// Tests of sending a test of the weekly email.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import * as remote from './remote'
import { WeeklyTest } from './weekly-test'

vi.mock('./remote', { spy: true })
beforeEach(() => vi.clearAllMocks())

test('sends a test to the admin, and names the address', async () => {
  vi.mocked(remote.sendTestMail).mockResolvedValue({ to: 'ana@x.example' })
  render(<WeeklyTest clientId="c1" />)
  expect(screen.getByRole('status')).toHaveTextContent('It goes to your address only, not to the client.')
  await userEvent.click(screen.getByRole('button', { name: 'Send me a test' }))
  expect(await screen.findByText('Sent to ana@x.example.')).toBeVisible()
  expect(remote.sendTestMail).toHaveBeenCalledExactlyOnceWith('c1')
})

test('shows why a test was not sent', async () => {
  const why = 'You have sent several tests. Please try again later.'
  vi.mocked(remote.sendTestMail).mockResolvedValue({ error: why })
  render(<WeeklyTest clientId="c1" />)
  await userEvent.click(screen.getByRole('button', { name: 'Send me a test' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(why)
  expect(screen.queryByText(/^Sent to/)).toBeNull()
})
