// Tests of the line about the storage of this device.
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { memoryReplica } from '../../db/memory-replica'
import { atomically } from '../../db/open'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { freshReplica } from '../../testing/sync/replicas'
import { StorageLine } from './storage-line'

function show(replica = freshReplica()): void {
  render(
    <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_CLIENT) }}>
      <StorageLine />
    </LiveContext>,
  )
}
function stubStorage(usage: number, quota: number, persisted: boolean): void {
  const storage = {
    estimate: () => Promise.resolve({ usage, quota }),
    persisted: () => Promise.resolve(persisted),
  }
  vi.stubGlobal('navigator', Object.create(navigator, { storage: { value: storage } }))
}
afterEach(() => void vi.unstubAllGlobals())

describe('StorageLine', () => {
  it('ST5 shows the used and available storage, and that the browser may remove the data', async () => {
    stubStorage(340_200, 1_400_000_000, false)
    show()
    const line = await screen.findByText(/^Stored here/)
    expect(line).toHaveTextContent(
      'Stored here: 340 kB of 1.4 GB. The browser may remove it when space runs short.',
    )
  })

  it('ST5 shows that the data stays if the browser granted persistent storage', async () => {
    stubStorage(2_140_000, 61_000_000, true)
    show()
    expect(await screen.findByText(/^Stored here/)).toHaveTextContent(
      'Stored here: 2.1 MB of 61 MB. It stays until you sign out.',
    )
  })

  it('ST5 shows that the storage is full until a write succeeds', async () => {
    const replica = freshReplica()
    const full = 'The storage of this device is full: new messages cannot be kept on it. Free some space.'
    show(replica)
    // The error as IndexedDB and Dexie report it, with an aborted transaction.
    const inner = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
    const error = Object.assign(new Error('aborted'), { name: 'AbortError', inner })
    await expect(atomically(replica, [replica.drafts], () => Promise.reject(error))).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(await screen.findByText(full)).toBeVisible()
    await atomically(replica, [replica.drafts], () => replica.drafts.put({ id: 'a', text: 'fits' }))
    await waitFor(() => expect(screen.queryByText(full)).toBeNull())
  })

  it('ST2 shows that nothing is stored', () => {
    show(memoryReplica('u1'))
    expect(screen.getByText('Nothing is stored on this device.')).toBeVisible()
  })
})
