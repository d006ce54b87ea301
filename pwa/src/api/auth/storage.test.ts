// The session in a browser that stores nothing.
import { afterEach, describe, expect, it, vi } from 'vitest'

import { authStorage } from './storage'

afterEach(() => void vi.restoreAllMocks())

function breakIndexedDb(): void {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError')
  })
}

describe('authStorage', () => {
  it('ST2 keeps a session as long as the page lives where it cannot be stored', async () => {
    breakIndexedDb()
    await authStorage.setItem('key', 'session')
    expect(await authStorage.getItem('key')).toBe('session')
    await authStorage.removeItem('key')
    await expect(authStorage.getItem('key')).rejects.toThrow('Internal error')
    vi.restoreAllMocks()
    expect(await authStorage.getItem('key')).toBeNull()
  })

  it('ST2 a session that is kept in memory alone is there, whatever else cannot be read', async () => {
    vi.stubGlobal('location', { host: 'portal.example', origin: 'https://portal.example' })
    const { storageKey, storedSession } = await import('./session-store')
    breakIndexedDb()
    await authStorage.setItem(
      storageKey(),
      JSON.stringify({ access_token: 'a', refresh_token: 'r', user: { id: 'u1' } }),
    )
    expect((await storedSession())?.user.id).toBe('u1')
  })

  it('ST2 what is stored counts again as soon as it can be', async () => {
    breakIndexedDb()
    await authStorage.setItem('key', 'first')
    vi.restoreAllMocks()
    await authStorage.setItem('key', 'second')
    expect(await authStorage.getItem('key')).toBe('second')
    await authStorage.removeItem('key')
    expect(await authStorage.getItem('key')).toBeNull()
  })
})
