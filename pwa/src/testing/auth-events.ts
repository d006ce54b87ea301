// A fake of the auth module for tests of the session, with the events and the stored session that it reports.
import { beforeEach, type Mock, vi } from 'vitest'

import { needsSecondFactor } from '../api/auth/session-store'

type Listener = (event: string, session: unknown) => void | Promise<void>
type SessionLossListener = (session: unknown) => void

interface World {
  stored: unknown
  isReadable: boolean
  emit: Listener
  loseSession: SessionLossListener
  signOutLocal: Mock
  /** The sign-out of the auth library. */
  signOut: Mock
  /** Runs when the library has loaded. */
  loadLibrary: Mock
}

export const world: World = {
  stored: null,
  isReadable: true,
  emit: () => undefined,
  loseSession: () => undefined,
  signOutLocal: vi.fn(),
  signOut: vi.fn(),
  loadLibrary: vi.fn(),
}

/** The module that replaces `api/auth/auth`. */
export const fakeAuth = {
  needsSecondFactor,
  storedSession: () =>
    world.isReadable ? Promise.resolve(world.stored) : Promise.reject(new Error('no storage')),
  auth: async () => {
    await world.loadLibrary()
    return { onAuthStateChange: (emit: Listener) => (world.emit = emit), signOut: world.signOut }
  },
  onSessionLoss: (listener: SessionLossListener) => (world.loseSession = listener),
  signOutLocal: world.signOutLocal,
}

export const lock = vi.fn<(userId: string) => Promise<void>>()
export const mustEnrol = vi.fn<() => Promise<boolean>>()

const token = (aal: string) => `e30.${btoa(JSON.stringify({ aal }))}.x`
export const sessionOf = (id: string, aal = 'aal1', factors: string[] = []) => ({
  access_token: token(aal),
  refresh_token: 'r',
  user: { id, email: `${id}@example.com`, factors: factors.map((status) => ({ status })) },
})
export const ana = { id: 'ana', email: 'ana@example.com' }
export const inside = { is: 'signed-in', user: ana, mustEnrol: false }

/** Stores `session`, then reports it as the library does. */
export function emit(event: string, session: unknown): void | Promise<void> {
  world.stored = session
  return world.emit(event, session)
}

export function loseSession(session: unknown): void {
  world.stored = session
  world.loseSession(session)
}

/** Makes `lock` wait until the returned function is called. */
export function holdLock(): () => void {
  let release: () => void = () => undefined
  lock.mockReturnValueOnce(new Promise((resolve) => (release = resolve)))
  return () => release()
}

interface SessionModule {
  readSession: () => Promise<void>
  followAuth: (onLock: typeof lock, onRejection: typeof mustEnrol) => Promise<void>
}

/** Returns a function that starts the module with a stored session. Resets the fake before each test. */
export function withAuthEvents<T extends SessionModule>(load: () => Promise<T>) {
  beforeEach(() => {
    vi.useRealTimers()
    vi.resetModules()
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => undefined,
      removeItem: () => undefined,
    })
    world.isReadable = true
    lock.mockReset().mockResolvedValue()
    mustEnrol.mockReset().mockResolvedValue(false)
    world.signOutLocal.mockReset().mockResolvedValue(undefined)
    world.signOut.mockReset()
    world.loadLibrary.mockReset()
  })
  return async (stored: unknown): Promise<T> => {
    world.stored = stored
    const app = await load()
    await app.readSession()
    await app.followAuth(lock, mustEnrol)
    return app
  }
}
