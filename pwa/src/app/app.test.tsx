// Tests of the app from the address to the screen: guards, menu, titles, and installing it.
import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { SyncStatus } from '../sync'
import { LIVE_ADMIN, LIVE_CLIENT } from '../testing/sync/fake-sync'
import { readyStream } from '../testing/sync/replicas'
import { noticeRow } from '../testing/rows/notices'
import { clientRow, waitingRead } from '../testing/rows/rows'
import { thread } from '../testing/servers/wire-rows'

// Imported before the mocks, which use it, and only once, although every test resets the modules.
const { fakeAuth, menu, SESSION, signInHeading, startApp, withWholeApp, world } = await vi.hoisted(
  () => import('../testing/screens/whole-app'),
)
vi.mock('../api/auth/auth', () => fakeAuth)
vi.mock('../api/auth/access-token', () => ({ accessToken: () => Promise.resolve({ is: 'unknown' }) }))
vi.mock('./session/waiting-for-link', () => ({ isWaitingForLink: () => Promise.resolve(false) }))
vi.mock('./landing', () => ({ openLanding: world.openLanding }))
vi.mock('../sync', () => ({ startSync: () => world.sync }))
withWholeApp()

const modules = async () => ({
  ...(await import('./app')),
  ...(await import('./session/session')),
  ...(await import('./device/leave-device')),
  ...(await import('../db/open')),
})
const start = (address: string, status?: SyncStatus) => startApp(modules, address, status)
const here = () => location.pathname + location.search

test.each(['/', '/dashboard', '/dashboard/messaging'])(
  'redirects a signed-out user from %s to the sign-in screen',
  async (address) => {
    await start(address)
    expect(await signInHeading()).toBeVisible()
    expect(here()).toBe('/auth')
  },
)

test.each(['/nowhere', '/dashboard/nowhere'])(
  'opens the landing page for the unknown path %s',
  async (address) => {
    await start(address, LIVE_CLIENT)
    await vi.waitFor(() => expect(world.openLanding).toHaveBeenCalledOnce(), 10_000)
  },
)

test.each(['/', '/auth', '/auth?mode=signup', '/dashboard'])(
  'shows a signed-in client who opens %s their dashboard',
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

test('shows an admin the admin menu and the product’s name with a badge', async () => {
  await start('/dashboard', LIVE_ADMIN)
  expect(await menu()).toEqual(['Admin Dashboard', 'Messaging', 'Reports'])
  expect(await screen.findByRole('navigation', { name: 'Administration' })).toHaveTextContent(
    /^Chatbot ManagementChat InterfaceWebsite SettingsDeveloper Docs$/,
  )
  expect(within(screen.getByRole('banner')).getByText('Pulseboard')).toBeVisible()
  expect(within(screen.getByRole('banner')).getByText('Admin')).toBeVisible()
  expect(here()).toBe('/dashboard')
})

test('shows a client the company’s name from the replica', async () => {
  const { replica } = await start('/dashboard', LIVE_CLIENT)
  await replica().clients.put(clientRow())
  expect(await screen.findByText('Northwind Roasters')).toBeVisible()
  expect(screen.queryByText('Admin')).toBeNull()
})

test('shows a client the unread count in menu and title until they have read', async () => {
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

test('shows an admin in menu and title how many clients wait for an answer', async () => {
  const { replica } = await start('/dashboard', LIVE_ADMIN)
  await replica().streams.put(readyStream('w'))
  await replica().clients.bulkPut([clientRow(), clientRow({ id: 'c2' }), clientRow({ id: 'c3' })])
  const waits = { last_message_role: 'client', last_message_at: '2026-11-20T10:00:00.000000Z' } as const
  await replica().threads.bulkPut([
    { ...thread('c1', 1, { ...waits, provider_unread: 2 }), _s: ['w'] },
    { ...thread('c2', 1, waits), _s: ['w'] },
    { ...thread('c3', 1, { ...waits, last_message_role: 'admin' }), _s: ['w'] },
  ])
  await vi.waitFor(() => expect(document.title).toBe('(2) Admin Dashboard · Pulseboard'))
  expect(screen.getByText('2 clients waiting')).toBeInTheDocument()
  // The bell has no number of its own, because it would contradict the menu's.
  await replica().streams.put(readyStream(`u:${SESSION.user.id}`))
  await replica().notices.bulkPut(['n1', 'n2', 'n3'].map((id) => noticeRow({ id, user_id: SESSION.user.id })))
  expect(await screen.findByRole('button', { name: 'Notifications, 3 new' })).toHaveTextContent('')
  expect(within(screen.getByRole('banner')).queryByText(/\d/)).toBeNull()
})

test('shows an account without access an error and only a sign-out button', async () => {
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

test('offers to install the app if the browser supports it', async () => {
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

test('shows the installation steps on an iPhone', async () => {
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

test('shows no menu until the role is known', async () => {
  const { sync } = await start('/dashboard', { ...LIVE_CLIENT, role: null, client_id: null, name: null })
  await screen.findByRole('navigation', { name: 'Dashboard' })
  expect(screen.queryByRole('link', { name: 'Messaging' })).toBeNull()
  act(() => sync.status.set(LIVE_ADMIN))
  expect(await menu()).toEqual(['Admin Dashboard', 'Messaging', 'Reports'])
})

test('opens the dashboard on a sign-in event of the auth library', async () => {
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
