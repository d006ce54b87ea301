// The effect of the auth library's events on the session and on the data of the device.
import { beforeEach, expect, type Mock, test, vi } from 'vitest'

type Listener = (event: string, session: unknown) => void
type Turned = (turn: string, session: unknown) => void

type World = { stored: unknown; emit: Listener; turn: Turned; signOutLocal: Mock }

const world = vi.hoisted<World>(() => ({
  stored: null,
  emit: () => undefined,
  turn: () => undefined,
  signOutLocal: vi.fn(),
}))
vi.mock('../../api/auth/auth', async () => ({
  isHalf: (await import('../../api/auth/session-store')).isHalf,
  storedSession: () => Promise.resolve(world.stored),
  auth: () => Promise.resolve({ onAuthStateChange: (emit: Listener) => (world.emit = emit) }),
  onSessionLoss: (turn: Turned) => (world.turn = turn),
  signOutLocal: world.signOutLocal,
}))

const lock = vi.fn<(userId: string) => Promise<void>>()
const mustEnrol = vi.fn<() => Promise<boolean>>()
const token = (aal: string) => `e30.${btoa(JSON.stringify({ aal }))}.x`
const sessionOf = (id: string, aal = 'aal1', factors: string[] = []) => ({
  access_token: token(aal),
  refresh_token: 'r',
  user: { id, email: `${id}@example.com`, factors: factors.map((status) => ({ status })) },
})
const ana = { id: 'ana', email: 'ana@example.com' }
const inside = { is: 'signed-in', user: ana, mustEnrol: false }

async function start(stored: unknown) {
  vi.resetModules()
  world.stored = stored
  const app = await import('./session')
  await app.readSession()
  await app.followAuth(lock, mustEnrol)
  return app
}

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  })
  lock.mockReset().mockResolvedValue()
  mustEnrol.mockReset().mockResolvedValue(false)
  world.signOutLocal.mockReset()
})

test('a password is half a sign-in for somebody with a second factor, and its proof the other half', async () => {
  const { session } = await start(null)
  world.emit('SIGNED_IN', sessionOf('ana', 'aal1', ['verified']))
  expect(session.get()).toEqual({ is: 'half', unsent: 0, user: ana })
  world.emit('MFA_CHALLENGE_VERIFIED', sessionOf('ana', 'aal2', ['verified']))
  expect(session.get()).toEqual(inside)
  expect(lock).not.toHaveBeenCalled()
})

test('a stored half stays a half after a reload, without the network', async () => {
  const { session } = await start(sessionOf('ana', 'aal1', ['verified']))
  expect(session.get()).toEqual({ is: 'half', unsent: 0, user: ana })
  world.emit('SIGNED_OUT', null)
  expect(session.get()).toEqual({ is: 'signed-out', unsent: 0 })
})

test('a session that falls back to half takes the rows off the device, and is not signed out', async () => {
  const { session } = await start(sessionOf('ana', 'aal2', ['verified']))
  world.turn('half', sessionOf('ana', 'aal1', ['verified']))
  expect(session.get()).toEqual({ is: 'leaving', user: ana })
  await vi.waitFor(() => expect(session.get()).toEqual({ is: 'half', unsent: 0, user: ana }))
  expect(lock.mock.calls).toEqual([['ana']])
  expect(world.signOutLocal).not.toHaveBeenCalled()
})

test('another person’s sign-in leaves nothing of the first one open', async () => {
  const { session } = await start(sessionOf('ana'))
  world.emit('SIGNED_IN', sessionOf('ben'))
  await vi.waitFor(() => expect(session.get()).toMatchObject({ is: 'signed-in', user: { id: 'ben' } }))
  expect(lock.mock.calls).toEqual([['ana']])
})

test('whoever comes back by mail chooses a new password, until they have or are signed out', async () => {
  const { session, recovery, recovered } = await start(null)
  world.emit('PASSWORD_RECOVERY', sessionOf('ana'))
  expect([session.get(), recovery.get()]).toEqual([inside, true])
  recovered()
  expect(recovery.get()).toBe(false)
  world.emit('PASSWORD_RECOVERY', sessionOf('ana'))
  world.emit('SIGNED_OUT', null)
  expect(recovery.get()).toBe(false)
})

test('a refused token asks once for the reason; an admin who lacks a factor is told', async () => {
  const { session } = await start(sessionOf('ana'))
  let resolveMust: (must: boolean) => void = () => undefined
  mustEnrol.mockReturnValue(new Promise((resolve) => (resolveMust = resolve)))
  world.turn('refused', sessionOf('ana'))
  world.turn('refused', sessionOf('ana'))
  resolveMust(true)
  await vi.waitFor(() => expect(session.get()).toEqual({ ...inside, mustEnrol: true }))
  expect(mustEnrol).toHaveBeenCalledOnce()
  world.emit('MFA_CHALLENGE_VERIFIED', sessionOf('ana', 'aal2', ['verified']))
  expect(session.get()).toEqual(inside)
})

test('a refusal for another reason changes nothing', async () => {
  const { session } = await start(sessionOf('ana'))
  mustEnrol.mockRejectedValue(new Error('no network'))
  world.turn('refused', sessionOf('ana'))
  await vi.waitFor(() => expect(mustEnrol).toHaveBeenCalledOnce())
  expect(session.get()).toEqual(inside)
})
