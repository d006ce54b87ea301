// Tests of both ways of being signed out: by the user, and by a session that ends.
import { act, screen, within } from '@testing-library/react'
import { Dexie } from 'dexie'
import { afterEach, expect, test, vi } from 'vitest'

import type { SyncStatus } from '../sync'
import { LIVE_CLIENT } from '../testing/sync/fake-sync'
import { noticeRow } from '../testing/rows/notices'
import { clientRow, waitingMessage, waitingUpload } from '../testing/rows/rows'

// Imported before the mocks, which use it, and only once, although every test resets the modules.
const { fakeAuth, menu, SESSION, signInHeading, startApp, withWholeApp, world } = await vi.hoisted(
  () => import('../testing/screens/whole-app'),
)
vi.mock('../api/auth/auth', () => fakeAuth)
vi.mock('../api/auth/access-token', () => ({ accessToken: () => Promise.resolve({ is: 'unknown' }) }))
vi.mock('./session/waiting-for-link', () => ({ isWaitingForLink: () => Promise.resolve(false) }))
vi.mock('./landing', () => ({ openLanding: world.openLanding }))
vi.mock('../sync', async (original) => ({
  ...(await original<object>()),
  startSync: () => world.sync,
}))
withWholeApp()
afterEach(() => void vi.unstubAllGlobals())

const modules = async () => ({
  ...(await import('./app')),
  ...(await import('./session/session')),
  ...(await import('./device/leave-device')),
  ...(await import('../db/open')),
})
const start = (address: string, status?: SyncStatus) => startApp(modules, address, status)

/** Stores `session`, then reports it as the auth library does. */
function report(event: string, session: unknown): void {
  world.stored = session
  act(() => world.listeners.forEach((listener) => listener(event, session)))
}

test('deletes the replica, then the session, on sign-out with nothing unsent', async () => {
  const { sync, user, replica } = await start('/dashboard', LIVE_CLIENT)
  await menu()
  await replica().clients.put(clientRow())
  world.signOutLocal.mockImplementation(async () => {
    expect(await Dexie.getDatabaseNames()).toEqual([])
    world.stored = null
  })
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await signInHeading()
  expect(sync.stop).toHaveBeenCalledOnce()
  expect(world.signOutLocal).toHaveBeenCalledOnce()
  expect(await Dexie.getDatabaseNames()).toEqual([])
})

test('asks before signing out with unsent messages, and signs out only on Discard', async () => {
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

test('signs out on “Send and sign out” only once everything is sent', async () => {
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

test('deletes the rows of an ended session, and keeps unsent work for the same user', async () => {
  const { replica } = await start('/dashboard', LIVE_CLIENT)
  await menu()
  await replica().clients.put(clientRow())
  await replica().outbox.bulkPut([waitingMessage('m1', 'Hello'), waitingMessage('m2', 'Again')])
  await replica().drafts.put({ id: 'c1', text: 'half a thou' })
  report('SIGNED_OUT', null)
  await signInHeading()
  expect(screen.getByText(/2 unsent messages wait for you on this device/)).toBeVisible()
  expect(await replica().clients.count()).toBe(0)
  expect(await replica().outbox.toCollection().primaryKeys()).toEqual(['m1', 'm2'])
  expect(await replica().drafts.count()).toBe(1)

  report('SIGNED_IN', SESSION)
  await menu()
  expect(localStorage.getItem('unsent-work')).toBeNull()
})

test('deletes the database of an ended session with nothing unsent', async () => {
  const { replica } = await start('/dashboard', LIVE_CLIENT)
  await menu()
  await replica().clients.put(clientRow())
  report('SIGNED_OUT', null)
  await signInHeading()
  expect(await Dexie.getDatabaseNames()).toEqual([])
})

test('deletes the cached admin pages of an ended session after its rows, because Cache Storage may hang', async () => {
  const databases = vi.fn<(cache: string) => Promise<string[]>>(() => Dexie.getDatabaseNames())
  vi.stubGlobal('caches', { delete: databases })
  const { replica } = await start('/dashboard', LIVE_CLIENT)
  await menu()
  await replica().clients.put(clientRow())
  report('SIGNED_OUT', null)
  await signInHeading()
  await vi.waitFor(() => expect(databases).toHaveBeenCalledExactlyOnceWith('desk'))
  expect(await databases.mock.results[0]?.value).toEqual([])
})

test('removes the toasts of an ended session, which quote messages', async () => {
  const { replica } = await start('/dashboard', LIVE_CLIENT)
  await menu()
  await replica().notices.put(noticeRow({ id: 'n1', told_at: '2026-01-02T10:00:00.000000Z' }))
  await replica().streams.put({
    s: 'u:u1',
    e: 'e',
    cursor: 0,
    at: '',
    mode: 'ready',
    load: 'l',
    loading: null,
  })
  await screen.findByRole('button', { name: 'Notifications, 1 new' })
  await replica().notices.put(noticeRow({ id: 'n2', body: 'The new price is 40.' }))
  expect(await screen.findByText('The new price is 40.')).toBeVisible()
  report('SIGNED_OUT', null)
  await signInHeading()
  expect(screen.queryByText('The new price is 40.')).toBeNull()
})
