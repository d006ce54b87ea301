// The session of a browser that stores nothing.
import { afterEach, describe, expect, it, vi } from 'vitest'

import { authStorage } from './auth-storage'

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
