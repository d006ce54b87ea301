// A fake of `api/client` whose responses the test sets; `world.calls` contains the requests.

export type Call = { endpoint: string; body: Record<string, unknown> }

export const world: { answer: (call: Call) => unknown; calls: Call[] } = {
  answer: () => answered(),
  calls: [],
}

export const answered = (data: unknown = {}) => ({ data, response: { ok: true, status: 200 } })
export const errorResponse = (code: string, message: string) => ({
  error: { code, message },
  response: { ok: false, status: 409 },
})
export const BROKEN = errorResponse('unexpected_failure', 'An error occurred')
/** A response that is lost on the network. */
export const LOST = Symbol('lost')

export function reset() {
  world.calls = []
  world.answer = () => answered()
}

export const endpoints = () => world.calls.map(({ endpoint }) => endpoint)

/** Returns the fake of the module `api/client`. */
export function client() {
  class NoAnswer extends Error {
    why = 'network'
  }
  const endpoint =
    (method: string) =>
    (path: string, init: { body?: Record<string, unknown> } = {}) => {
      const call = { endpoint: `${method} ${path.replace(/^\/\w+\/v1\//, '')}`, body: init.body ?? {} }
      world.calls.push(call)
      return Promise.resolve(world.answer(call)).then((response) => {
        if (response === LOST) throw new NoAnswer()
        return response
      })
    }
  return {
    NoAnswer,
    api: { GET: endpoint('GET'), POST: endpoint('POST'), PUT: endpoint('PUT'), DELETE: endpoint('DELETE') },
  }
}
