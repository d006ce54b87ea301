// The typed client: the requests it sends, and how it reads responses.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('./auth/access-token', () => ({
  accessToken: () => Promise.resolve({ is: 'token', token: 'the token', exp: 0 }),
}))

const { api, NoAnswer, ownApi, viewWith } = await import('./client')
const { proveWith } = await import('./proof')

let sent: Request[] = []

function answering(...answers: Response[]) {
  sent = []
  vi.stubGlobal('fetch', (request: Request) => {
    sent.push(request)
    return Promise.resolve(answers.shift() ?? new Response('{}'))
  })
}

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://portal.example' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('sends a GET request with parameters and token, and without a body', async () => {
  answering(new Response('{"rows":[],"next":null}'))
  const query = { client_id: 'a&b', limit: 20, before: undefined } as unknown as {
    client_id: string
    limit: number
  }
  const { data, error } = await api.GET('/rest/v1/messages', { params: { query } })
  expect([data, error]).toEqual([{ rows: [], next: null }, undefined])
  expect(sent.map(({ method, url }) => [method, url])).toEqual([
    ['GET', 'https://portal.example/rest/v1/messages?client_id=a%26b&limit=20'],
  ])
  expect(sent[0]?.headers.get('Authorization')).toBe('Bearer the token')
  expect(sent[0]?.headers.has('Content-Type')).toBe(false)
})

const NEEDS_PROOF = '{"code":"reauthentication_needed","message":"This change requires a recent sign-in"}'

test('repeats a request with the same body once the user has given the required proof', async () => {
  answering(new Response(NEEDS_PROOF, { status: 409 }), new Response('{"id":"c1"}'))
  const prove = vi.fn(() => Promise.resolve(true))
  const stop = proveWith(prove)
  const { data } = await api.POST('/rest/v1/client_links', { body: { client_id: 'c1' } })
  stop()
  expect([data, prove.mock.calls.length]).toEqual([{ id: 'c1' }, 1])
  expect(await Promise.all(sent.map((request) => request.json()))).toEqual([
    { client_id: 'c1' },
    { client_id: 'c1' },
  ])
})

test('returns the error and does not repeat the request if the user gives no proof', async () => {
  answering(new Response(NEEDS_PROOF, { status: 409 }), new Response(NEEDS_PROOF, { status: 409 }))
  const stop = proveWith(() => Promise.resolve(false))
  const body = { client_id: 'c1' }
  expect((await api.POST('/rest/v1/client_links', { body })).error).toEqual(JSON.parse(NEEDS_PROOF))
  stop()
  expect((await api.POST('/rest/v1/client_links', { body })).error).toEqual(JSON.parse(NEEDS_PROOF))
  expect(sent).toHaveLength(2)
})

test('requests one proof for two requests at the same time', async () => {
  const refused = () => new Response(NEEDS_PROOF, { status: 409 })
  answering(refused(), refused(), new Response('{"n":1}'), new Response('{"n":2}'))
  let confirm: (is: boolean) => void = () => {}
  const prove = vi.fn(() => new Promise<boolean>((resolve) => (confirm = resolve)))
  const stop = proveWith(prove)
  const both = ['c1', 'c2'].map((client_id) => api.POST('/rest/v1/client_links', { body: { client_id } }))
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  await vi.waitFor(() => expect(prove).toHaveBeenCalledOnce())
  confirm(true)
  expect((await Promise.all(both)).map(({ data }) => data)).toEqual([{ n: 1 }, { n: 2 }])
  stop()
})

test('escapes a path parameter', async () => {
  answering(new Response('{"id":"x"}'))
  await api.DELETE('/rest/v1/sessions/{session_id}', { params: { path: { session_id: '../users?all' } } })
  expect(sent.map(({ method, url }) => [method, url])).toEqual([
    ['DELETE', 'https://portal.example/rest/v1/sessions/..%2Fusers%3Fall'],
  ])
})

test('sends a body as JSON, and returns undefined for an empty response', async () => {
  answering(new Response(null, { status: 204 }))
  const { data, response } = await api.POST('/realtime/v1/bootstrap', { body: { s: 'w' } })
  expect([data, response.status]).toEqual([undefined, 204])
  expect(sent[0]?.headers.get('Content-Type')).toBe('application/json')
  expect(await sent[0]?.json()).toEqual({ s: 'w' })
})

test('sends the view token while an admin views as a client, but the admin’s own token for their own data', async () => {
  answering()
  viewWith('a look')
  await api.GET('/rest/v1/clients')
  await ownApi.GET('/rest/v1/clients')
  viewWith(null)
  await api.GET('/rest/v1/clients')
  expect(sent.map((request) => request.headers.get('Authorization'))).toEqual([
    'Bearer a look',
    'Bearer the token',
    'Bearer the token',
  ])
})

test('parses an error as JSON, and a proxy’s page as text', async () => {
  answering(
    Response.json({ code: 'client_not_found', message: 'Client not found' }, { status: 404 }),
    new Response('<p>Hi', { status: 502 }),
  )
  expect((await api.GET('/rest/v1/clients')).error).toEqual({
    code: 'client_not_found',
    message: 'Client not found',
  })
  expect((await api.GET('/rest/v1/clients')).error).toBe('<p>Hi')
})

/** A server that starts a response and never ends it. */
function beginning(status: number) {
  let reader: ReadableStreamDefaultController | undefined
  const hours = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(hours.signal)
  const has = {
    begun: 0,
    timeIsUp: () => hours.abort(new DOMException('', 'TimeoutError')),
    cut: () => reader?.error(new TypeError('network error')),
  }
  vi.stubGlobal('fetch', (_request: Request, { signal }: RequestInit) => {
    const start = (controller: ReadableStreamDefaultController) => {
      reader = controller
      controller.enqueue(new TextEncoder().encode('{"id":'))
    }
    signal?.addEventListener('abort', () => reader?.error(signal.reason))
    has.begun += 1
    return Promise.resolve(new Response(new ReadableStream({ start }), { status }))
  })
  return has
}

test.each([
  ['the time is up', 200, 'timeIsUp', 'timeout'],
  ['the time is up', 500, 'timeIsUp', 'timeout'],
  ['the connection is cut', 200, 'cut', 'network'],
] as const)('rejects a response whose body does not end: %s (%d)', async (_what, status, ends, why) => {
  const server = beginning(status)
  vi.stubGlobal('navigator', { onLine: false })
  const failed = api.GET('/rest/v1/clients').catch((error: unknown) => error)
  await vi.waitFor(() => expect(server.begun).toBe(1))
  server[ends]()
  // The request had been sent, although the browser reported no network.
  const error = await failed
  expect(error).toBeInstanceOf(NoAnswer)
  expect(error).toMatchObject({ why, unsent: false })
})

test.each([200, 401])('rejects a captive portal’s page with status %d', async (status) => {
  const page = () => new Response('<p>Welcome to our network', { status })
  answering(page(), page()) // after a 401 the request is repeated with a renewed token
  await expect(api.GET('/rest/v1/clients')).rejects.toMatchObject({
    name: 'NoAnswer',
    why: 'network',
    unsent: false,
  })
})

test.each([
  { when: 'at once', outcome: 'unsent', ms: 0, unsent: true },
  // The browser's offline state is only a hint, so the request may have reached the server.
  { when: 'after a while', outcome: 'perhaps sent', ms: 2_000, unsent: false },
])('reports a request that fails $when without a network as $outcome', async ({ ms, unsent }) => {
  vi.stubGlobal('navigator', { onLine: false })
  const began = performance.now()
  vi.stubGlobal('fetch', () => {
    vi.spyOn(performance, 'now').mockReturnValue(began + ms)
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  await expect(api.GET('/rest/v1/clients')).rejects.toMatchObject({ why: 'network', unsent })
})
