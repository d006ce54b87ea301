// The whole app for tests: a fake auth library and sync, and the start of the app at an address.
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Dexie } from 'dexie'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'

import { needsSecondFactor } from '../../api/auth/session-store'
import type { Replica } from '../../db/schema'
import type { SyncStatus } from '../../sync'
import { fakeSync, LIVE_CLIENT } from '../sync/fake-sync'

type Listener = (event: string, session: unknown) => void

/** Values that the fake modules return, and arguments that they have received. Tests set and read them. */
export const world = {
  stored: null as unknown,
  listeners: [] as Listener[],
  sync: null as unknown,
  signOutLocal: vi.fn(),
  mustEnrol: vi.fn(),
  openLanding: vi.fn(),
}

/** The module that replaces `api/auth/auth` in tests of the app. */
export const fakeAuth = {
  needsSecondFactor,
  onSessionLoss: () => undefined,
  storedSession: () => Promise.resolve(world.stored),
  auth: () => Promise.resolve({ onAuthStateChange: (listener: Listener) => world.listeners.push(listener) }),
  signOutLocal: world.signOutLocal,
}

export const SESSION = {
  access_token: 'a',
  refresh_token: 'r',
  user: { id: 'u1', email: 'ana@northwind.example' },
}

/** Gives every test of the file fresh modules, no session and an empty device. */
export function withWholeApp(): void {
  beforeEach(() => {
    vi.resetModules()
    world.stored = null
    world.listeners = []
    world.signOutLocal.mockReset().mockImplementation(() => {
      world.stored = null
      return Promise.resolve()
    })
    world.openLanding.mockReset()
    world.mustEnrol.mockReset()
    localStorage.clear()
    // As stored by an earlier visit: the server has payments, so the menu shows them.
    localStorage.setItem('without_billing', '0')
  })
  afterEach(async () => {
    for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name)
  })
}

/** The app's exports that are needed to start it. Each test imports them again. */
interface AppModules {
  App: ComponentType
  readSession: () => Promise<void>
  followAuth: (lock: (userId: string) => Promise<void>, mustEnrol: () => Promise<boolean>) => Promise<void>
  lockDevice: (userId: string) => Promise<void>
  openReplica: (userId: string) => Replica
}

/** Starts the app as main.tsx does. If `status` is given, a user is signed in. */
export async function startApp(modules: () => Promise<AppModules>, address: string, status?: SyncStatus) {
  window.history.replaceState(null, '', address)
  const sync = fakeSync(status ?? LIVE_CLIENT)
  world.sync = sync
  world.stored = status === undefined ? null : SESSION
  const { App, readSession, followAuth, lockDevice, openReplica } = await modules()
  await readSession()
  await followAuth(lockDevice, world.mustEnrol)
  render(<App />)
  return { sync, user: userEvent.setup(), replica: () => openReplica('u1') }
}

export const signInHeading = () => screen.findByRole('heading', { name: 'Sign In' })

export const menu = async () =>
  within(await screen.findByRole('navigation', { name: 'Dashboard' }))
    .getAllByRole('link')
    .map((link) => link.textContent)
