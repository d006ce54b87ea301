// The effect of the auth library's events on the session and on the data of the device.
import { expect, test, vi } from 'vitest'

const {
  fakeAuth,
  ana,
  emit,
  holdLock,
  inside,
  lock,
  loseSession,
  mustEnrol,
  sessionOf,
  world,
  withAuthEvents,
} = await vi.hoisted(() => import('../../testing/auth-events'))
vi.mock('../../api/auth/auth', () => fakeAuth)
const start = withAuthEvents(() => import('./session'))

test('completes the sign-in of a user with a second factor only after its verification', async () => {
  const { session } = await start(null)
  void emit('SIGNED_IN', sessionOf('ana', 'aal1', ['verified']))
  expect(session.get()).toEqual({ is: 'needs-second-factor', unsent: 0, user: ana })
  void emit('MFA_CHALLENGE_VERIFIED', sessionOf('ana', 'aal2', ['verified']))
  expect(session.get()).toEqual(inside)
  expect(lock).not.toHaveBeenCalled()
})

test('keeps a sign-in without its second factor incomplete after a reload', async () => {
  const { session } = await start(sessionOf('ana', 'aal1', ['verified']))
  expect(session.get()).toEqual({ is: 'needs-second-factor', unsent: 0, user: ana })
  void emit('SIGNED_OUT', null)
  expect(session.get()).toEqual({ is: 'signed-out', unsent: 0 })
})

test('locks the rows of a session that loses its second factor, without signing out', async () => {
  const { session } = await start(sessionOf('ana', 'aal2', ['verified']))
  loseSession(sessionOf('ana', 'aal1', ['verified']))
  expect(session.get()).toEqual({ is: 'leaving', user: ana })
  await vi.waitFor(() => expect(session.get()).toEqual({ is: 'needs-second-factor', unsent: 0, user: ana }))
  expect(lock.mock.calls).toEqual([['ana']])
  expect(world.signOutLocal).not.toHaveBeenCalled()
})

test('locks the first user’s data when another user signs in', async () => {
  const { session } = await start(sessionOf('ana'))
  void emit('SIGNED_IN', sessionOf('ben'))
  await vi.waitFor(() => expect(session.get()).toMatchObject({ is: 'signed-in', user: { id: 'ben' } }))
  expect(lock.mock.calls).toEqual([['ana']])
})

test.each<[string, [string, unknown][]]>([
  ['without a second factor', [['SIGNED_IN', sessionOf('ana')]]],
  [
    'with a second factor',
    [
      ['SIGNED_IN', sessionOf('ana', 'aal1', ['verified'])],
      ['MFA_CHALLENGE_VERIFIED', sessionOf('ana', 'aal2', ['verified'])],
    ],
  ],
])('TB4 keeps a session that began in another tab while this one was frozen (%s)', async (_case, events) => {
  const { session } = await start(events.at(-1)?.[1])
  for (const [event, next] of [['SIGNED_OUT', null] as const, ...events]) await world.emit(event, next)
  expect(session.get()).toEqual(inside)
  expect([lock, world.signOutLocal].map((it) => it.mock.calls)).toEqual([[], []])
})

test('keeps a renewed session if the stored one cannot be read', async () => {
  const { session } = await start(sessionOf('ana'))
  world.isReadable = false
  await emit('TOKEN_REFRESHED', sessionOf('ana'))
  expect(session.get()).toEqual(inside)
  expect(lock).not.toHaveBeenCalled()
})

test.each<[string, [string, unknown][], object]>([
  ['the same user signs in', [['SIGNED_IN', sessionOf('ana')]], inside],
  ['another user signs in', [['SIGNED_IN', sessionOf('ben')]], { is: 'signed-in', user: { id: 'ben' } }],
  [
    'another user signs in and out',
    [
      ['SIGNED_IN', sessionOf('ben')],
      ['SIGNED_OUT', null],
    ],
    { is: 'signed-out', unsent: 0 },
  ],
])('continues with the stored session if %s during the lock', async (_case, events, expected) => {
  const { session } = await start(sessionOf('ana'))
  const release = holdLock()
  void emit('SIGNED_OUT', null)
  await vi.waitFor(() => expect(lock).toHaveBeenCalledOnce())
  for (const [event, next] of events) void emit(event, next)
  expect(session.get()).toEqual({ is: 'leaving', user: ana })
  release()
  await vi.waitFor(() => expect(session.get()).toMatchObject(expected))
  expect([lock, world.signOutLocal].map((it) => it.mock.calls)).toEqual([[['ana']], []])
})

test('continues as signed out if the user who replaced the first one signs out during the lock', async () => {
  const { session } = await start(sessionOf('ana'))
  const release = holdLock()
  void emit('SIGNED_IN', sessionOf('ben'))
  await vi.waitFor(() => expect(lock).toHaveBeenCalledOnce())
  void emit('SIGNED_OUT', null)
  expect(session.get()).toEqual({ is: 'leaving', user: ana })
  release()
  await vi.waitFor(() => expect(session.get()).toEqual({ is: 'signed-out', unsent: 0 }))
  expect(lock.mock.calls).toEqual([['ana']])
})

test('asks for a new password after a recovery email, until it is set or the user is signed out', async () => {
  const { session, recovery, endRecovery } = await start(null)
  void emit('PASSWORD_RECOVERY', sessionOf('ana'))
  expect([session.get(), recovery.get()]).toEqual([inside, true])
  endRecovery()
  expect(recovery.get()).toBe(false)
  void emit('PASSWORD_RECOVERY', sessionOf('ana'))
  void emit('SIGNED_OUT', null)
  expect(recovery.get()).toBe(false)
})

test('checks once why a token was rejected, and requires an admin without a factor to enrol', async () => {
  const { session } = await start(sessionOf('ana'))
  let resolveMust: (must: boolean) => void = () => undefined
  mustEnrol.mockReturnValue(new Promise((resolve) => (resolveMust = resolve)))
  loseSession(sessionOf('ana'))
  loseSession(sessionOf('ana'))
  resolveMust(true)
  await vi.waitFor(() => expect(session.get()).toEqual({ ...inside, mustEnrol: true }))
  expect(mustEnrol).toHaveBeenCalledOnce()
  await emit('MFA_CHALLENGE_VERIFIED', sessionOf('ana', 'aal2', ['verified']))
  expect(session.get()).toEqual(inside)
})

test('requires no enrolment of a user who has signed in while the reason was loaded', async () => {
  const { session } = await start(sessionOf('ana'))
  let resolveMust: (must: boolean) => void = () => undefined
  mustEnrol.mockReturnValueOnce(new Promise((resolve) => (resolveMust = resolve)))
  loseSession(sessionOf('ana'))
  void emit('SIGNED_IN', sessionOf('ben'))
  await vi.waitFor(() => expect(session.get()).toMatchObject({ is: 'signed-in', user: { id: 'ben' } }))
  resolveMust(true)
  // The next check begins only after this one.
  await vi.waitFor(() => {
    loseSession(sessionOf('ben'))
    expect(mustEnrol).toHaveBeenCalledTimes(2)
  })
  expect(session.get()).toMatchObject({ user: { id: 'ben' }, mustEnrol: false })
})

test('changes nothing if the reason of a rejected token cannot be loaded', async () => {
  const { session } = await start(sessionOf('ana'))
  mustEnrol.mockRejectedValue(new Error('no network'))
  loseSession(sessionOf('ana'))
  await vi.waitFor(() => expect(mustEnrol).toHaveBeenCalledOnce())
  expect(session.get()).toEqual(inside)
})
