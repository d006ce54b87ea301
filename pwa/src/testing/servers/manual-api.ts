// A fake of `api/client` whose responses the test sets; `world.calls` contains the requests.

export type Call = { door: string; body: Record<string, unknown> }

export const world: { answer: (call: Call) => unknown; calls: Call[] } = { answer: () => answered(), calls: [] }

export const answered = (data: unknown = {}) => ({ data, response: { ok: true, status: 200 } })
export const refused = (code: string, message: string) => ({ error: { code, message }, response: { ok: false, status: 409 } })
export const BROKEN = refused('unexpected_failure', 'An error occurred')
/** A response that is lost on the network. */
export const LOST = Symbol('lost')

export function startAnew() {
  world.calls = []
  world.answer = () => answered()
}

export const doors = () => world.calls.map(({ door }) => door)

/** Returns the fake of the module `api/client`. */
export function client() {
  class NoAnswer extends Error {
    why = 'network'
  }
  const door =
    (method: string) =>
    (path: string, init: { body?: Record<string, unknown> } = {}) => {
      const call = { door: `${method} ${path.replace(/^\/\w+\/v1\//, '')}`, body: init.body ?? {} }
      world.calls.push(call)
      return Promise.resolve(world.answer(call)).then((said) => {
        if (said === LOST) throw new NoAnswer()
        return said
      })
    }
  return { NoAnswer, api: { GET: door('GET'), POST: door('POST'), PUT: door('PUT'), DELETE: door('DELETE') } }
}
