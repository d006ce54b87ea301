// The room that a device gives.
import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { memoryReplica } from '../../db/memory'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../testing/fake-sync'
import { freshReplica } from '../../testing/replicas'
import { StorageLine } from './storage-line'

function show(replica = freshReplica()): void {
  render(
    <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_CLIENT) }}>
      <StorageLine />
    </LiveContext>,
  )
}
function room(usage: number, quota: number, persisted: boolean): void {
  const storage = { estimate: () => Promise.resolve({ usage, quota }), persisted: () => Promise.resolve(persisted) }
  vi.stubGlobal('navigator', Object.create(navigator, { storage: { value: storage } }))
}
afterEach(() => void vi.unstubAllGlobals())

describe('StorageLine', () => {
  it('ST5 says how much is stored, how much may be, and that the browser may take it back', async () => {
    room(340_200, 1_400_000_000, false)
    show()
    const line = await screen.findByText(/^Stored here/)
    expect(line).toHaveTextContent('Stored here: 340 kB of 1.4 GB. The browser may remove it when space runs short.')
  })

  it('ST5 says that it stays where the browser has promised so', async () => {
    room(2_140_000, 61_000_000, true)
    show()
    expect(await screen.findByText(/^Stored here/)).toHaveTextContent('Stored here: 2.1 MB of 61 MB. It stays until you sign out.')
  })

  it('ST2 says that nothing is stored', () => {
    show(memoryReplica('u1'))
    expect(screen.getByText('Nothing is stored on this device.')).toBeVisible()
  })
})
