// How the endpoints of messaging interpret responses of our server, and those of proxies and captive portals.
import { beforeEach, describe, expect, it, vi } from 'vitest'

const access = vi.hoisted(() => vi.fn())
vi.mock('../../api/auth/access-token', () => ({ accessToken: access }))
vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://portal.example' }))
vi.stubGlobal('navigator', { onLine: true })

import { messageEndpoints } from './endpoints'

const requests: Request[] = []
let answers: (() => Promise<Response>)[] = []
vi.stubGlobal('fetch', (request: Request) => {
  requests.push(request)
  return answers.shift()?.() ?? Promise.reject(new TypeError('no network'))
})
const json =
  (status: number, body: unknown, headers = {}) =>
  () =>
    Promise.resolve(
      new Response(JSON.stringify(body), {
        status,
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
    )
const html = (status: number) => () =>
  Promise.resolve(
    new Response('<p>Sign in to this network</p>', { status, headers: { 'Content-Type': 'text/html' } }),
  )

const body = { id: 'm1', client_id: 'c1', content: 'hello' }
const send = (...next: typeof answers) => {
  answers = next
  return messageEndpoints('u1').sendMessage(body)
}
beforeEach(() => {
  requests.length = 0
  access.mockReset().mockResolvedValue({ is: 'token', token: 't1', exp: 1 })
})

describe('sendMessage', () => {
  it.each([200, 201])('MU1 returns the stored row after %i', async (status) => {
    expect(await send(json(status, { id: 'm1', v: 1 }))).toEqual({ is: 'ok', value: { id: 'm1', v: 1 } })
    expect(requests[0]?.headers.get('Authorization')).toBe('Bearer t1')
  })

  it('MU2 returns a rejection with the server’s code and message after 409', async () => {
    const error = { code: 'message_id_taken', message: 'This id is taken' }
    expect(await send(json(409, error))).toEqual({ is: 'rejected', ...error })
  })

  it('MU4 retries later without a network, after a server error, and after a requested pause', async () => {
    expect(await send()).toEqual({ is: 'later', why: 'network', after: 0, unsent: false })
    expect(await send(json(503, { code: 'busy' }, { 'Retry-After': '7' }))).toEqual({
      is: 'later',
      why: 'busy',
      after: 7_000,
      unsent: false,
    })
    expect(await send(() => Promise.reject(new DOMException('', 'TimeoutError')))).toEqual({
      is: 'later',
      why: 'timeout',
      after: 0,
      unsent: false,
    })
    expect(await send(json(429, { code: 'slow' }))).toMatchObject({
      is: 'later',
      why: 'limited',
      unsent: true,
    })
    vi.stubGlobal('navigator', { onLine: false })
    expect(await send()).toMatchObject({ is: 'later', why: 'network', unsent: true })
    vi.stubGlobal('navigator', { onLine: true })
  })

  it('MU4 401 does not end a session that could not be renewed for lack of a response', async () => {
    access.mockResolvedValueOnce({ is: 'token', token: 't1', exp: 1 }).mockResolvedValue({ is: 'unknown' })
    const error = { code: 'not_signed_in', message: 'Please sign in' }
    expect(await send(json(401, error))).toEqual({ is: 'later', why: 'network', after: 0, unsent: false })
  })

  it.each([200, 302, 401, 403, 404])(
    'MU4 retries later after an HTML page of a captive portal with status %i',
    async (status) => {
      expect(await send(html(status), html(status))).toMatchObject({ is: 'later' })
    },
  )

  it('MU4 retries once with a new token after 401', async () => {
    access
      .mockResolvedValueOnce({ is: 'token', token: 't1', exp: 1 })
      .mockResolvedValueOnce({ is: 'token', token: 't2', exp: 1 })
    expect(await send(json(401, {}), json(201, { id: 'm1', v: 1 }))).toMatchObject({ is: 'ok' })
    expect(access).toHaveBeenLastCalledWith('t1', 'u1')
    expect(requests.map((one) => one.headers.get('Authorization'))).toEqual(['Bearer t1', 'Bearer t2'])
    expect(await requests[1]?.json()).toEqual(body)
  })

  it('MU4 waits for a sign-in after a second 401, and without a session', async () => {
    const error = { code: 'not_signed_in', message: 'Please sign in' }
    expect(await send(json(401, error), json(401, error))).toEqual({ is: 'unauthorized' })
    access.mockResolvedValue({ is: 'signed-out' })
    expect(await send()).toEqual({ is: 'unauthorized' })
    access.mockResolvedValue({ is: 'unknown' })
    expect(await send()).toEqual({ is: 'later', why: 'network', after: 0, unsent: true })
  })
})
