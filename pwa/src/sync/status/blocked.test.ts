// Tests of the check for a network that blocks live updates.
import { expect, test, vi } from 'vitest'

import { env } from '../../testing/sync/session-driver'
import { newSession } from '../connection/session'
import type { Session, StateName } from '../connection/session-types'
import { makeBlockCheck } from './blocked'

const session = (state: StateName, failures: number): Session => ({
  ...newSession(true, true, env),
  state,
  failures,
})

test('sends one request after each failed connection from the third, and reports a change', async () => {
  const responds = vi.fn(() => Promise.resolve(true))
  const changed = vi.fn()
  const check = makeBlockCheck(responds, changed)
  for (const failures of [1, 2]) check.follow(session('waiting', failures))
  expect(responds).not.toHaveBeenCalled()
  for (const failures of [3, 3, 4, 4]) check.follow(session('waiting', failures))
  check.follow(session('connecting', 4))
  await vi.waitFor(() => expect(check.isBlocked()).toBe(true))
  expect(responds).toHaveBeenCalledTimes(2)
  expect(changed).toHaveBeenCalledTimes(1)
})

test('does not report a block while the server does not respond either', async () => {
  const results = [() => Promise.resolve(true), () => Promise.reject(new Error('offline'))]
  const changed = vi.fn()
  const check = makeBlockCheck(() => results.shift()?.() ?? Promise.resolve(false), changed)
  check.follow(session('waiting', 3))
  await vi.waitFor(() => expect(check.isBlocked()).toBe(true))
  check.follow(session('waiting', 4))
  await vi.waitFor(() => expect(check.isBlocked()).toBe(false))
  expect(changed).toHaveBeenCalledTimes(2)
})

test('ends with the first working connection, even if a response arrives later', async () => {
  let respond: (responds: boolean) => void = () => undefined
  const changed = vi.fn()
  const check = makeBlockCheck(() => new Promise((resolve) => (respond = resolve)), changed)
  check.follow(session('waiting', 3))
  check.follow(session('syncing', 3))
  respond(true)
  await Promise.resolve()
  check.follow(session('live', 0))
  expect(check.isBlocked()).toBe(false)
  expect(changed).not.toHaveBeenCalled()
})
