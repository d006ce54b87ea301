// Inside a frame of the stand-in: the line to the page around it, and the calls to the API in its stead.
const AWAY = 'An error occurred while reaching Stripe. Please check your connection and try again.'

/** Wait for the page, then answer it: `hear(data, tell)` gets whatever it says. */
export function connect(hear) {
  addEventListener('message', (event) => {
    const [port] = event.ports
    if (event.source !== parent || event.data !== 'stripe' || !port) return
    const tell = (said) => port.postMessage(said)
    port.onmessage = ({ data }) => hear(data, tell)
  })
}

/** The API's answer; `{ error }` for a refusal as well as for an API that cannot be reached. */
export async function call({ key, method, path, asked }) {
  const form = new URLSearchParams(flat(asked))
  const isRead = method === 'GET'
  try {
    const reply = await fetch(`/v1/${path}${isRead ? `?${form}` : ''}`, {
      method,
      headers: { Authorization: `Bearer ${key}` },
      body: isRead ? undefined : form,
    })
    return await reply.json()
  } catch {
    return { error: { type: 'api_connection_error', message: AWAY } }
  }
}

/** `{ card: { cvc } }` as `[['card[cvc]', cvc]]`. */
function flat(value, within = '') {
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = within ? `${within}[${name}]` : name
    if (inner === null || inner === undefined) return []
    return typeof inner === 'object' ? flat(inner, path) : [[path, String(inner)]]
  })
}
