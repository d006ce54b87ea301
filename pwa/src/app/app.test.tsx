// The app from the address to the screen: guards, menu, both ways of being signed out.
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest'

import type { SyncStatus } from '../sync'
import { fakeSync, LIVE_ADMIN, LIVE_CLIENT } from '../testing/sync/fake-sync'
import { readyStream } from '../testing/sync/replicas'
import { clientRow, waitingMessage, waitingRead, waitingUpload } from '../testing/rows/rows'
import { thread } from '../testing/servers/wire-rows'

type Listener = (event: string, session: unknown) => void

type Turned = (turn: string, session: unknown) => void
type World = {
  stored: unknown
  listeners: Listener[]
  turned: Turned[]
  sync: unknown
  signOutLocal: Mock
  mustEnrol: Mock
  openLanding: Mock
}

const world = vi.hoisted<World>(() => ({
  stored: null,
  listeners: [],
  turned: [],
  sync: null,
  signOutLocal: vi.fn(),
  mustEnrol: vi.fn(),
  openLanding: vi.fn(),
}))
vi.mock('../api/auth/auth', async () => ({
  isHalf: (await import('../api/auth/session-store')).isHalf,
  onSessionLoss: (does: Turned) => world.turned.push(does),
  storedSession: () => Promise.resolve(world.stored),
  auth: () => Promise.resolve({ onAuthStateChange: (listener: Listener) => world.listeners.push(listener) }),
  signOutLocal: world.signOutLocal,
}))
vi.mock('../api/auth/access-token', () => ({ accessToken: () => Promise.resolve({ is: 'unknown' }) }))
vi.mock('./session/waiting-for-link', () => ({ isWaitingForLink: () => Promise.resolve(false) }))
vi.mock('./landing', () => ({ openLanding: world.openLanding }))
vi.mock('../sync', () => ({ startSync: () => world.sync }))

const SESSION = { access_token: 'a', refresh_token: 'r', user: { id: 'u1', email: 'ana@northwind.example' } }

beforeEach(() => {
  vi.resetModules()
  world.stored = null
  world.listeners = []
  world.turned = []
  world.signOutLocal.mockReset()
  world.openLanding.mockReset()
  world.mustEnrol.mockReset()
  localStorage.clear()
  // An earlier visit has stored whether the client pays, so the menu knows it.
  localStorage.setItem('without_billing', '0')
})
afterEach(async () => {
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name)
})

/** Starts the app as main.tsx does; with a status, a user is signed in. */
async function start(address: string, status?: SyncStatus) {
  window.history.replaceState(null, '', address)
  const sync = fakeSync(status ?? LIVE_CLIENT)
  world.sync = sync
  world.stored = status === undefined ? null : SESSION
  const { App } = await import('./app')
  const { followAuth, readSession } = await import('./session/session')
  const { lockDevice } = await import('./device/leave-device')
  const { openReplica } = await import('../db/open')
  await readSession()
  await followAuth(lockDevice, world.mustEnrol)
  render(<App />)
  return { sync, user: userEvent.setup(), replica: () => openReplica('u1') }
}

const here = () => location.pathname + location.search
const signInHeading = () => screen.findByRole('heading', { name: 'Sign in' })
const menu = async () =>
  within(await screen.findByRole('navigation', { name: 'Dashboard' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

test.each(['/', '/dashboard', '/dashboard/messaging'])(
  'a signed-out person who opens %s stands at the door',
  async (address) => {
    await start(address)
    expect(await signInHeading()).toBeVisible()
    expect(here()).toBe('/auth')
  },
)

test.each(['/nowhere', '/dashboard/nowhere'])(
  'whoever opens %s is sent to the landing page',
  async (address) => {
    await start(address, LIVE_CLIENT)
    await vi.waitFor(() => expect(world.openLanding).toHaveBeenCalledOnce(), 10_000)
  },
)

test.each(['/', '/auth', '/auth?mode=signup', '/dashboard'])(
  'a signed-in client who opens %s comes to their dashboard',
  async (address) => {
    await start(address, LIVE_CLIENT)
    expect(await menu()).toEqual([
      'My Dashboard',
      'Messaging',
      'Reports',
      'Connections',
      'Subscriptions',
      'Settings',
    ])
    await vi.waitFor(() => expect(here()).toBe('/dashboard'))
    expect(await screen.findByRole('heading', { name: 'My Dashboard' })).toBeVisible()
  },
)

test('an admin sees the admin menu and the product’s name with a badge', async () => {
  await start('/dashboard', LIVE_ADMIN)
  expect(await menu()).toEqual(['Admin Dashboard', 'Messaging', 'Reports'])
  expect(await screen.findByRole('navigation', { name: 'Administration' })).toHaveTextContent(
    /^Chatbot ManagementChat InterfaceWebsite SettingsDeveloper Docs$/,
  )
  expect(within(screen.getByRole('banner')).getByText('Pulseboard')).toBeVisible()
  expect(within(screen.getByRole('banner')).getByText('Admin')).toBeVisible()
  expect(here()).toBe('/dashboard')
})

test('a client sees the company’s name, from the replica', async () => {
  const { replica } = await start('/dashboard', LIVE_CLIENT)
  await replica().clients.put(clientRow())
  expect(await screen.findByText('Northwind Roasters')).toBeVisible()
  expect(screen.queryByText('Admin')).toBeNull()
})

test('a client sees in the menu and in the title what is unread, until it is read', async () => {
  const { replica } = await start('/dashboard', LIVE_CLIENT)
  await replica().streams.put(readyStream('c:c1'))
  await replica().threads.put({
    ...thread('c1', 1, { client_unread: 3, last_message_id: 'm3' }),
    _s: ['c:c1'],
  })
  expect(await screen.findByText('3 unread')).toBeInTheDocument()
  await vi.waitFor(() => expect(document.title).toBe('(3) My Dashboard · Pulseboard'))
  await replica().outbox.put(waitingRead('r1', 'm3'))
  await vi.waitFor(() => expect(document.title).toBe('My Dashboard · Pulseboard'))
  expect(screen.queryByText('3 unread')).toBeNull()
})

test('an admin sees in the title what is unread of all clients', async () => {
  const { replica } = await start('/dashboard', LIVE_ADMIN)
  await replica().streams.put(readyStream('w'))
  await replica().clients.bulkPut([clientRow(), clientRow({ id: 'c2' })])
  await replica().threads.bulkPut([
    { ...thread('c1', 1, { provider_unread: 2 }), _s: ['w'] },
    { ...thread('c2', 1, { provider_unread: 1 }), _s: ['w'] },
  ])
  await vi.waitFor(() => expect(document.title).toBe('(3) Admin Dashboard · Pulseboard'))
})

test('an account without access is told so, and can only leave', async () => {
  const { sync, user } = await start('/dashboard', LIVE_CLIENT)
  await menu()
  act(() =>
    sync.status.set({ ...LIVE_CLIENT, link: { is: 'locked' }, role: null, client_id: null, name: null }),
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('This account has no access any more')
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign Out' }))
  await signInHeading()
})

test('where the browser can install the app, the menu offers it', async () => {
  const { user } = await start('/dashboard', LIVE_CLIENT)
  const { watchInstall } = await import('./install/install')
  await menu()
  watchInstall()
  expect(screen.queryByRole('button', { name: 'Install app' })).toBeNull()
  const question = Object.assign(new Event('beforeinstallprompt'), { prompt: vi.fn(() => Promise.resolve()) })
  act(() => void window.dispatchEvent(question))
  await user.click(await screen.findByRole('button', { name: 'Install app' }))
  expect(question.prompt).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Install app' })).toBeNull())
})

test('on an iPhone the menu shows the steps', async () => {
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      userAgent: { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' },
    }),
  )
  const { user } = await start('/dashboard', LIVE_CLIENT)
  const { watchInstall } = await import('./install/install')
  await menu()
  act(watchInstall)
  vi.unstubAllGlobals()
  await user.click(await screen.findByRole('button', { name: 'Install app' }))
  const steps = await screen.findByRole('dialog', { name: 'Install Pulseboard' })
  expect(within(steps).getAllByRole('listitem')).toHaveLength(3)
})

test('until the role is known, neither menu is offered', async () => {
  const { sync } = await start('/dashboard', { ...LIVE_CLIENT, role: null, client_id: null, name: null })
  await screen.findByRole('navigation', { name: 'Dashboard' })
  expect(screen.queryByRole('link', { name: 'Messaging' })).toBeNull()
  act(() => sync.status.set(LIVE_ADMIN))
  expect(await menu()).toEqual(['Admin Dashboard', 'Messaging', 'Reports'])
})

test('a sign-in seen by the auth library opens the dashboard', async () => {
  await start('/auth')
  await signInHeading()
  act(() => world.listeners.forEach((listener) => listener('SIGNED_IN', SESSION)))
  expect(await menu()).toEqual([
    'My Dashboard',
    'Messaging',
    'Reports',
    'Connections',
    'Subscriptions',
    'Settings',
  ])
})

test('signing out with nothing unsent removes the replica, then the session', async () => {
  const { sync, user, replica } = await start('/dashboard', LIVE_CLIENT)
  await menu()
  await replica().clients.put(clientRow())
  world.signOutLocal.mockImplementation(async () => expect(await Dexie.getDatabaseNames()).toEqual([]))
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await signInHeading()
  expect(sync.stop).toHaveBeenCalledOnce()
  expect(world.signOutLocal).toHaveBeenCalledOnce()
  expect(await Dexie.getDatabaseNames()).toEqual([])
})

test('signing out with unsent messages asks; Cancel changes nothing, Discard goes through', async () => {
  const { sync, user, replica } = await start('/dashboard', LIVE_CLIENT)
  await menu()
  await Promise.all([
    replica().outbox.put(waitingMessage('m1', 'Hello')),
    replica().files.add(waitingUpload('f1', 'c1', 'The plan')),
  ])
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
  const dialog = await screen.findByRole('alertdialog', { name: '2 messages have not been sent' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(sync.stop).not.toHaveBeenCalled()
  expect(await replica().outbox.count()).toBe(1)

  await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await user.click(await screen.findByRole('button', { name: 'Discard and sign out' }))
  await signInHeading()
  expect(await Dexie.getDatabaseNames()).toEqual([])
})

test('Send and sign out leaves only when everything has gone', async () => {
  const { sync, user, replica } = await start('/dashboard', LIVE_CLIENT)
  await menu()
  await replica().outbox.put(waitingMessage('m1', 'Hello'))
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await user.click(await screen.findByRole('button', { name: 'Send and sign out' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/Still not sent/)
  expect(world.signOutLocal).not.toHaveBeenCalled()

  sync.flushNow.mockImplementation(() => replica().outbox.clear())
  await user.click(screen.getByRole('button', { name: 'Send and sign out' }))
  await signInHeading()
  expect(world.signOutLocal).toHaveBeenCalledOnce()
})

test('a session that ends by itself takes the rows and keeps unsent work for the same person', async () => {
  const { replica } = await start('/dashboard', LIVE_CLIENT)
  await menu()
  await replica().clients.put(clientRow())
  await replica().outbox.bulkPut([waitingMessage('m1', 'Hello'), waitingMessage('m2', 'Again')])
  await replica().drafts.put({ id: 'c1', text: 'half a thou' })
  act(() => world.listeners.forEach((listener) => listener('SIGNED_OUT', null)))
  await signInHeading()
  expect(screen.getByText(/2 unsent messages wait for you on this device/)).toBeVisible()
  expect(await replica().clients.count()).toBe(0)
  expect(await replica().outbox.toCollection().primaryKeys()).toEqual(['m1', 'm2'])
  expect(await replica().drafts.count()).toBe(1)

  act(() => world.listeners.forEach((listener) => listener('SIGNED_IN', SESSION)))
  await menu()
  expect(localStorage.getItem('unsent-work')).toBeNull()
})

test('a session that ends by itself with nothing unsent leaves no database', async () => {
  const { replica } = await start('/dashboard', LIVE_CLIENT)
  await menu()
  await replica().clients.put(clientRow())
  act(() => world.listeners.forEach((listener) => listener('SIGNED_OUT', null)))
  await signInHeading()
  expect(await Dexie.getDatabaseNames()).toEqual([])
})
