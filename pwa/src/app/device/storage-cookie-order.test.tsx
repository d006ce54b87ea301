// A page can end between any two steps. After each step, the cookie exists only if the database exists.
import { Dexie } from 'dexie'
import { beforeEach, expect, it, vi } from 'vitest'

import { connect, holdTransaction } from '../../testing/sync/frozen-tab'
import { fakeSync, LIVE_CLIENT } from '../../testing/sync/fake-sync'

vi.mock('../../sync', () => ({ startSync: vi.fn(() => fakeSync(LIVE_CLIENT)) }))
vi.mock('./error-reports', () => ({
  reportFor: () => () => undefined,
  dropPush: () => Promise.resolve(),
  watchForLoss: () => undefined,
}))
vi.mock('../../api/auth/access-token', () => ({ accessToken: () => Promise.resolve({ is: 'unknown' }) }))
let signedInUser: string | null = null
const signOutLocal = vi.fn(() => Promise.resolve())
vi.mock('../../api/auth/auth', () => ({
  signOutLocal: () => signOutLocal(),
  storedSession: () => Promise.resolve(signedInUser === null ? null : { user: { id: signedInUser } }),
  onSessionLoss: vi.fn(),
}))

const COOKIE = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor
const isNoted = (): boolean => document.cookie.includes('kept=')
/** Whether the cookie and the database existed after each change of either. */
let states: { noted: boolean; existing: boolean }[]
let existing: Set<string>

const recordState = (): void => void states.push({ noted: isNoted(), existing: existing.size > 0 })

beforeEach(async () => {
  vi.restoreAllMocks()
  signedInUser = null
  localStorage.clear()
  document.cookie = 'kept=; max-age=0'
  for (const { name } of await indexedDB.databases()) if (name !== undefined) await Dexie.delete(name)
  states = []
  existing = new Set()
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => COOKIE.get?.call(document) as string)
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text: string) => {
    COOKIE.set?.call(document, text)
    recordState()
  })
  const open = indexedDB.open.bind(indexedDB)
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    const request = open(name, version)
    request.addEventListener('success', () => {
      existing.add(name)
      recordState()
    })
    recordState()
    return request
  })
  const remove = indexedDB.deleteDatabase.bind(indexedDB)
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((name) => {
    // The database may be deleted before the event.
    existing.delete(name)
    recordState()
    return remove(name)
  })
})

/** A separate page on the same device. */
async function page() {
  vi.resetModules()
  return {
    ...(await import('./device')),
    ...(await import('./leave-device')),
    ...(await import('./storage-cookie')),
    ...(await import('./watch-for-loss')),
  }
}
const isTrue = () => expect(states.filter(({ noted, existing }) => noted && !existing)).toEqual([])

it('ST4 sets the cookie at the first sign-in only once the database exists', async () => {
  const first = await page()
  const { replica, sync } = first.openDevice('u1')
  // The status changes before the database is open.
  ;(sync as unknown as ReturnType<typeof fakeSync>).status.set({ ...LIVE_CLIENT, waiting: 1 })
  expect(isNoted()).toBe(false)
  const again = await page()
  await again.detectLostData()
  expect(again.lostData.get()).toBeNull()
  await vi.waitFor(() => expect(document.cookie).toContain('kept=1'))
  expect(replica.isOpen()).toBe(true)
  isTrue()
})

it('ST4 reports data that is removed while it is in use, with the messages that were not sent', async () => {
  const { openDevice, lostData, watchForLoss } = await page()
  const { replica, sync } = openDevice('u1')
  ;(sync as unknown as ReturnType<typeof fakeSync>).status.set({ ...LIVE_CLIENT, waiting: 2, refused: 1 })
  await vi.waitFor(() => expect(document.cookie).toContain('kept=3'))
  expect(lostData.get()).toBeNull()
  watchForLoss(replica, sync)
  replica.close({ disableAutoOpen: false })
  await Dexie.delete(replica.name)
  expect(await replica.messages.count()).toBe(0)
  await vi.waitFor(() => expect(lostData.get()).toEqual({ unsent: 3 }))
})

it.each([
  { meanwhile: 'the user signs out', next: null, loss: false },
  { meanwhile: 'another user signs in', next: 'u2', loss: false },
  { meanwhile: 'the user signs out beside the data of another user', next: null, others: 'u2', loss: false },
  { meanwhile: 'the user signs out and in again', next: 'u1', loss: true },
])('ST4 reports a loss to a frozen page: $loss, if meanwhile $meanwhile', async ({ next, others, loss }) => {
  const [frozen, other] = [await page(), await page()]
  const { replica, sync } = frozen.openDevice('u1')
  await replica.messages.count()
  frozen.watchForLoss(replica, sync)
  replica.sleep(true)
  if (others !== undefined) await other.openDevice(others).replica.messages.count()
  await other.signOut(other.openDevice('u1'))
  signedInUser = next
  if (next === 'u2' || others !== undefined) document.cookie = 'kept=0'
  const isChecked = vi.fn()
  replica.on('populate', () => setTimeout(isChecked, 50))
  replica.sleep(false)
  await vi.waitFor(() => expect(isChecked).toHaveBeenCalledOnce())
  expect(frozen.lostData.get() !== null).toBe(loss)
})

/** Shortens the longest wait for a frozen tab. */
function shortenWaits(): void {
  const wait = setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((does, ms) => wait(does, ms === 5_000 ? 50 : ms))
}

it('ST4 signs out although a tab that does not answer holds the database, and leaves no row in it', async () => {
  const { openDevice, signOut } = await page()
  const live = openDevice('u1')
  await live.replica.meta.put({ k: 'name', value: 'Maya' })
  const holding = await connect(live.replica.name)
  shortenWaits()
  // The sender may wait for that tab, too.
  vi.spyOn(live.sync, 'stop').mockReturnValue(new Promise(() => undefined))
  await signOut(live)
  expect(signOutLocal).toHaveBeenCalledOnce()
  const rows = await new Promise((resolve) => {
    const request = holding.transaction('meta').objectStore('meta').count()
    request.onsuccess = () => resolve(request.result)
  })
  holding.close()
  expect([rows, isNoted()]).toEqual([0, false])
})

it('ST4 locks the data although a frozen tab holds a transaction, and then removes the rows', async () => {
  const { openDevice, lockDevice } = await page()
  const { replica, sync } = openDevice('u1')
  await replica.meta.put({ k: 'name', value: 'Maya' })
  await replica.drafts.put({ id: 'c1', text: 'begun' })
  ;(sync as unknown as ReturnType<typeof fakeSync>).status.set({ ...LIVE_CLIENT, waiting: 2, refused: 1 })
  const frozen = await connect(replica.name)
  const release = holdTransaction(frozen)
  shortenWaits()
  await lockDevice('u1')
  expect([localStorage.getItem('unsent-work'), document.cookie]).toEqual(['{"u1":3}', 'kept=3'])
  release()
  await vi.waitFor(async () => expect(await replica.meta.count()).toBe(0))
  frozen.close()
  expect(await replica.drafts.count()).toBe(1)
})

it('ST4 removes the cookie before the database on sign-out, also while another tab is active', async () => {
  const [one, other] = [await page(), await page()]
  const live = one.openDevice('u1')
  const others = other.openDevice('u1')
  await vi.waitFor(() =>
    expect([live.replica.isOpen(), others.replica.isOpen(), isNoted()]).toEqual([true, true, true]),
  )
  // The other tab's status changes at the worst time: when the first tab begins to delete.
  const set = (others.sync as unknown as ReturnType<typeof fakeSync>).status
  live.replica.on('close', () => set.set({ ...LIVE_CLIENT, waiting: 2 }))
  await one.signOut(live)
  set.set({ ...LIVE_CLIENT, waiting: 3 })
  expect([isNoted(), await indexedDB.databases()]).toEqual([false, []])
  const next = await page()
  await next.detectLostData()
  expect(next.lostData.get()).toBeNull()
})

it('ST4 reports no lost data if another tab signs out during the check', async () => {
  const [one, other] = [await page(), await page()]
  const live = one.openDevice('u1')
  await vi.waitFor(() => expect(isNoted()).toBe(true))
  vi.spyOn(indexedDB, 'databases').mockImplementationOnce(async () => {
    await one.signOut(live)
    return []
  })
  await other.detectLostData()
  expect(other.lostData.get()).toBeNull()
  expect(isNoted()).toBe(false)
})

it.each(['with', 'without'])(
  'ST4 reports no lost data when a session ends %s unsent work',
  async (unsent) => {
    const { openDevice, lockDevice, detectLostData, lostData } = await page()
    const { replica } = openDevice('u1')
    await vi.waitFor(() => expect(isNoted()).toBe(true))
    if (unsent === 'with') await replica.drafts.put({ id: 'c1', text: 'begun' })
    await lockDevice('u1')
    isTrue()
    await detectLostData()
    expect(lostData.get()).toBeNull()
  },
)
