// Toasts disappear after five seconds, unless they are hovered or contain the focus.
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type ToastContent, ToastProvider, useToasts } from './toast'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function Shower({ content }: { content: ToastContent }) {
  const toasts = useToasts()
  return <button onClick={() => toasts.show(content)}>show</button>
}

async function show(content: ToastContent) {
  render(
    <ToastProvider>
      <Shower content={content} />
    </ToastProvider>,
  )
  // The code of a toast loads with the first one.
  await act(async () => {
    fireEvent.click(screen.getByText('show'))
    await import('./toast-card')
  })
}

function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

test('a toast disappears after five seconds', async () => {
  await show({ title: 'Saved' })
  pass(4999)
  expect(screen.getByRole('status')).toHaveTextContent('Saved')
  pass(1)
  expect(screen.queryByRole('status')).toBeNull()
})

test('hovering a toast pauses its timer', async () => {
  await show({ title: 'Saved' })
  pass(3000)
  fireEvent.pointerEnter(screen.getByRole('status'))
  pass(60_000)
  expect(screen.getByRole('status')).toBeVisible()
  fireEvent.pointerLeave(screen.getByRole('status'))
  pass(1999)
  expect(screen.getByRole('status')).toBeVisible()
  pass(1)
  expect(screen.queryByRole('status')).toBeNull()
})

test('focus inside a toast pauses its timer', async () => {
  await show({ title: 'Saved' })
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
  pass(60_000)
  expect(screen.getByRole('status')).toBeVisible()
  act(() => screen.getByRole('button', { name: 'Dismiss' }).blur())
  pass(5000)
  expect(screen.queryByRole('status')).toBeNull()
})

test('an error is an alert, and a sticky toast stays until its action runs', async () => {
  const run = vi.fn()
  await show({ tone: 'error', title: 'Not sent', sticky: true, action: { label: 'Retry', run } })
  pass(600_000)
  expect(screen.getByRole('alert')).toHaveTextContent('Not sent')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(run).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
})
