// The end of a session without an event of the library, or while the data is removed.
import { expect, test, vi } from 'vitest'

const { fakeAuth, ana, emit, inside, lock, loseSession, sessionOf, world, withAuthEvents } = await vi.hoisted(
  () => import('../../testing/auth-events'),
)
vi.mock('../../api/auth/auth', () => fakeAuth)
const start = withAuthEvents(() => import('./session'))

test('ST4 locks the data and opens the sign-in when the stored session is gone', async () => {
  const { session } = await start(sessionOf('ana'))
  loseSession(null)
  expect(session.get()).toEqual({ is: 'leaving', user: ana })
  await vi.waitFor(() => expect(session.get()).toEqual({ is: 'signed-out', unsent: 0 }))
  loseSession(null)
  expect(session.get()).toEqual({ is: 'signed-out', unsent: 0 })
  await vi.waitFor(() => expect(world.signOut).toHaveBeenCalled())
  expect([lock, world.signOut].map((it) => it.mock.calls)).toEqual([[['ana']], [[{ scope: 'local' }]]])
})

test('keeps the session of a sign-in in another tab that follows the loss of the former one', async () => {
  const { session } = await start(sessionOf('ana'))
  let endLoading: () => void = () => undefined
  world.loadLibrary.mockReturnValueOnce(new Promise<void>((resolve) => (endLoading = resolve)))
  loseSession(null)
  world.stored = sessionOf('ana')
  await vi.waitFor(() => expect(session.get()).toEqual(inside))
  endLoading()
  await new Promise((resolve) => setTimeout(resolve))
  expect([world.signOutLocal, world.signOut].map((it) => it.mock.calls)).toEqual([[], []])
})

test('continues without an error if the library that would report the loss cannot be loaded', async () => {
  const { session } = await start(sessionOf('ana', 'aal1', ['verified']))
  world.loadLibrary.mockRejectedValueOnce(new Error('no network'))
  loseSession(null)
  expect(session.get()).toEqual({ is: 'signed-out', unsent: 0 })
  await new Promise((resolve) => setTimeout(resolve))
  expect([lock, world.signOut].map((it) => it.mock.calls)).toEqual([[], []])
})

test.each<[string, unknown, object]>([
  ['has signed out without an event', null, { is: 'signed-out', unsent: 0 }],
  ['has not signed out', sessionOf('ana'), inside],
])(
  'continues with the stored session 15 s after another tab, which %s, deleted the data',
  async (...args) => {
    const [, stored, expected] = args
    const { session, closeScreens } = await start(sessionOf('ana'))
    vi.useFakeTimers()
    closeScreens()
    world.stored = stored
    await vi.advanceTimersByTimeAsync(14_999)
    expect(session.get()).toEqual({ is: 'leaving', user: ana })
    await vi.advanceTimersByTimeAsync(1)
    expect(session.get()).toEqual(expected)
    expect([lock, world.signOut].map((it) => it.mock.calls)).toEqual([[], []])
  },
)

test('continues with the sign-in when the page that waits for another tab finds no session', async () => {
  const { session, closeScreens } = await start(sessionOf('ana'))
  closeScreens()
  loseSession(null)
  expect(session.get()).toEqual({ is: 'signed-out', unsent: 0 })
  expect(lock).not.toHaveBeenCalled()
})

test('keeps the screens closed during a sign-out of more than 15 s', async () => {
  const { session, wipeAndSignOut } = await start(sessionOf('ana'))
  vi.useFakeTimers()
  let endWipe: () => void = () => undefined
  const signingOut = wipeAndSignOut(() => new Promise((resolve) => (endWipe = resolve)))
  await vi.advanceTimersByTimeAsync(60_000)
  loseSession(null)
  expect(session.get()).toEqual({ is: 'leaving', user: ana })
  endWipe()
  await signingOut
  expect(session.get()).toEqual({ is: 'signed-out', unsent: 0 })
})

test('opens the screens again if the session could not be removed', async () => {
  const { session, wipeAndSignOut } = await start(sessionOf('ana'))
  world.signOutLocal.mockRejectedValueOnce(new Error('no storage'))
  await expect(wipeAndSignOut(() => Promise.resolve())).rejects.toThrow('no storage')
  expect(session.get()).toEqual(inside)
})

test('keeps a sign-in that follows a sign-out whose request is still running', async () => {
  const { session, wipeAndSignOut } = await start(sessionOf('ana'))
  let respond: () => void = () => undefined
  world.signOutLocal.mockImplementation(() => {
    void emit('SIGNED_OUT', null)
    return new Promise<void>((resolve) => (respond = resolve))
  })
  const signingOut = wipeAndSignOut(() => Promise.resolve())
  await vi.waitFor(() => expect(session.get()).toEqual({ is: 'signed-out', unsent: 0 }))
  void emit('SIGNED_IN', sessionOf('ana'))
  respond()
  await signingOut
  expect(session.get()).toEqual(inside)
})
