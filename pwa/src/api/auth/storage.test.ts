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
  it('ST2 stores a session in memory if the browser cannot store it', async () => {
    breakIndexedDb()
    await authStorage.setItem('key', 'session')
    expect(await authStorage.getItem('key')).toBe('session')
    await authStorage.removeItem('key')
    await expect(authStorage.getItem('key')).rejects.toThrow('Internal error')
    vi.restoreAllMocks()
    expect(await authStorage.getItem('key')).toBeNull()
  })

  it('ST2 reads a session in memory although storage fails', async () => {
    vi.stubGlobal('location', { host: 'portal.example', origin: 'https://portal.example' })
    const { storageKey, storedSession } = await import('./session-store')
    breakIndexedDb()
    await authStorage.setItem(
      storageKey(),
      JSON.stringify({ access_token: 'a', refresh_token: 'r', user: { id: 'u1' } }),
    )
    expect((await storedSession())?.user.id).toBe('u1')
  })

  it('ST2 uses storage again as soon as it works', async () => {
    breakIndexedDb()
    await authStorage.setItem('key', 'first')
    vi.restoreAllMocks()
    await authStorage.setItem('key', 'second')
    expect(await authStorage.getItem('key')).toBe('second')
    await authStorage.removeItem('key')
    expect(await authStorage.getItem('key')).toBeNull()
  })
})
