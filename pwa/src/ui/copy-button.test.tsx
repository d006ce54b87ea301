// The copy button.
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { CopyButton } from './copy-button'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the button confirms the copy for two seconds', async () => {
  vi.useFakeTimers()
  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(<CopyButton text="<script></script>" label="Copy code" />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy code' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(writeText.mock.calls).toEqual([['<script></script>']])
  await act(() => vi.advanceTimersByTimeAsync(1_990))
  expect(screen.getByText('Copied')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(20))
  expect(screen.getByText('Copy code')).toBeVisible()
})

test.each([
  ['a page without a clipboard', {}],
  ['a blocked clipboard', { clipboard: { writeText: () => Promise.reject(new Error('blocked')) } }],
])('the button asks to copy by hand on %s', async (_case, navigator) => {
  vi.stubGlobal('navigator', navigator)
  render(<CopyButton text="secret" label="Copy code" />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy code' }))
  expect(await screen.findByText('Copy it by hand')).toBeVisible()
})
