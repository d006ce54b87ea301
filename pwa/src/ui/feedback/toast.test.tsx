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

function ShowButton({ content }: { content: ToastContent }) {
  const toasts = useToasts()
  return <button onClick={() => toasts.show(content)}>show</button>
}

async function show(...contents: ToastContent[]) {
  render(
    <ToastProvider>
      {contents.map((content) => (
        <ShowButton key={content.title} content={content} />
      ))}
    </ToastProvider>,
  )
  // The code of a toast loads with the first one.
  await act(async () => {
    for (const button of screen.getAllByText('show')) fireEvent.click(button)
    await import('./toast-card')
  })
}

const shownTitles = () => screen.queryAllByRole('status').map((toast) => toast.textContent)

function advance(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

test('a toast disappears after five seconds', async () => {
  await show({ title: 'Saved' })
  advance(4999)
  expect(screen.getByRole('status')).toHaveTextContent('Saved')
  advance(1)
  expect(screen.queryByRole('status')).toBeNull()
})

test('hovering a toast pauses its timer', async () => {
  await show({ title: 'Saved' })
  advance(3000)
  fireEvent.pointerEnter(screen.getByRole('status'))
  advance(60_000)
  expect(screen.getByRole('status')).toBeVisible()
  fireEvent.pointerLeave(screen.getByRole('status'))
  advance(1999)
  expect(screen.getByRole('status')).toBeVisible()
  advance(1)
  expect(screen.queryByRole('status')).toBeNull()
})

test('focus inside a toast pauses its timer', async () => {
  await show({ title: 'Saved' })
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
  advance(60_000)
  expect(screen.getByRole('status')).toBeVisible()
  act(() => screen.getByRole('button', { name: 'Dismiss' }).blur())
  advance(5000)
  expect(screen.queryByRole('status')).toBeNull()
})

test('an error is an alert, and a sticky toast stays until its action runs', async () => {
  const run = vi.fn()
  await show({ tone: 'error', title: 'Not sent', sticky: true, action: { label: 'Retry', run } })
  advance(600_000)
  expect(screen.getByRole('alert')).toHaveTextContent('Not sent')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(run).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a fifth toast replaces the oldest one that is not sticky', async () => {
  await show(
    { title: 'Deleted', sticky: true },
    { title: 'Saved 1' },
    { title: 'Saved 2' },
    { title: 'Published', sticky: true },
    { title: 'Saved 3' },
  )
  expect(shownTitles()).toEqual(['Deleted', 'Saved 2', 'Published', 'Saved 3'])
})

test('a sticky toast is never replaced', async () => {
  const sticky = ['1', '2', '3', '4', '5'].map((title) => ({ title, sticky: true }))
  await show(...sticky, { title: 'Saved' })
  expect(shownTitles()).toEqual(['1', '2', '3', '4', '5', 'Saved'])
})

test('a sign-out removes the toasts of the user, and no later ones', async () => {
  const page = (owner: string | null) => (
    <ToastProvider owner={owner}>
      <ShowButton content={{ title: 'New message', sticky: true }} />
    </ToastProvider>
  )
  const showOne = () =>
    act(async () => {
      fireEvent.click(screen.getByText('show'))
      await import('./toast-card')
    })
  const { rerender } = render(page('u1'))
  await showOne()
  rerender(page('u1'))
  expect(shownTitles()).toEqual(['New message'])
  rerender(page(null))
  expect(shownTitles()).toEqual([])
  await showOne()
  expect(shownTitles()).toEqual(['New message'])
})
