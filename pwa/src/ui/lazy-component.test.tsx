// Lazy components: rendered at once if their code is loaded, and kept mounted when it arrives later.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'

import { lazyModule } from '../lib/lazy-module'
import { lazyComponent } from './lazy-component'

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name}: {count}
    </button>
  )
}

const inSuspense = (element: React.ReactNode) => <Suspense fallback="Loading">{element}</Suspense>

test('a loaded component is in the first render', async () => {
  const counter = lazyModule(() => Promise.resolve({ Counter }))
  await counter.load()
  const LazyCounter = lazyComponent(counter, (it) => it.Counter)
  render(inSuspense(<LazyCounter name="Clicks" />))
  expect(screen.getByRole('button')).toHaveTextContent('Clicks: 0')
})

test('a component that is still loading suspends once and then stays mounted', async () => {
  let resolveModule: (loaded: { Counter: typeof Counter }) => void = () => undefined
  const loader = vi.fn(() => new Promise<{ Counter: typeof Counter }>((resolve) => (resolveModule = resolve)))
  const LazyCounter = lazyComponent(lazyModule(loader), (it) => it.Counter)
  const { rerender } = render(inSuspense(<LazyCounter name="Clicks" />))
  expect(screen.getByText('Loading')).toBeVisible()
  resolveModule({ Counter })
  await userEvent.click(await screen.findByRole('button'))
  rerender(inSuspense(<LazyCounter name="Presses" />))
  expect(screen.getByRole('button')).toHaveTextContent('Presses: 1')
  expect(loader).toHaveBeenCalledTimes(1)
})

test('a failed load is requested again', async () => {
  const loader = vi
    .fn<() => Promise<number>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(7)
  const number = lazyModule(loader)
  await expect(number.load()).rejects.toThrow('no network')
  expect(number.get()).toBeUndefined()
  expect([await number.load(), number.get(), await number.load()]).toEqual([7, 7, 7])
  expect(loader).toHaveBeenCalledTimes(2)
})
