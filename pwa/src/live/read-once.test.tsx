// Components that show the same rows share one read, which lasts as long as one of them is mounted.
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { Replica } from '../db/schema'
import { fakeSync, LIVE_CLIENT } from '../testing/sync/fake-sync'
import { freshReplica } from '../testing/sync/replicas'
import { clientRow } from '../testing/rows/rows'
import { LiveContext, sharedHook } from './live'

function shows(replica: Replica, children: React.ReactNode) {
  return <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_CLIENT) }}>{children}</LiveContext>
}

test('components share one live query, which stops without subscribers', async () => {
  const replica = freshReplica()
  await replica.clients.put(clientRow({ company_name: 'Northwind' }))
  const query = vi.fn(async (one: Replica, key: string) => (await one.clients.get(key))?.company_name)
  const [useName, again] = sharedHook(query)
  const Name = ({ of }: { of: string | null }) => <p>{useName(of) ?? 'nothing'}</p>
  const { rerender } = render(
    shows(
      replica,
      <>
        <Name of="c1" />
        <Name of="c1" />
        <Name of={null} />
      </>,
    ),
  )
  expect(await screen.findAllByText('Northwind')).toHaveLength(2)
  expect(screen.getByText('nothing')).toBeVisible()
  expect(query).toHaveBeenCalledTimes(1)
  await act(() => replica.clients.update('c1', { company_name: 'Southwind' }))
  expect(await screen.findAllByText('Southwind')).toHaveLength(2)
  expect(query).toHaveBeenCalledTimes(2)
  query.mockResolvedValueOnce('By hand')
  act(() => again(replica, 'c1'))
  expect(await screen.findAllByText('By hand')).toHaveLength(2)

  rerender(shows(replica, null))
  await act(() => replica.clients.update('c1', { company_name: 'Eastwind' }))
  expect(query).toHaveBeenCalledTimes(3)
  rerender(shows(replica, <Name of="c1" />))
  expect(screen.getByText('By hand')).toBeVisible() // the last result, until the new read returns
  expect(await screen.findByText('Eastwind')).toBeVisible()
})
