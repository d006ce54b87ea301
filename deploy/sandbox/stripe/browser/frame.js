// Code of the fake's frames: the message port to the page, and API calls on its behalf.
const AWAY = 'An error occurred while reaching Stripe. Please check your connection and try again.'

/** Waits for the page's port. Then calls `hear(data, tell)` for each message; `tell` sends to the page. */
export function connect(hear) {
  addEventListener('message', (event) => {
    const [port] = event.ports
    if (event.source !== parent || event.data !== 'stripe' || !port) return
    const tell = (said) => port.postMessage(said)
    port.onmessage = ({ data }) => hear(data, tell)
  })
}

/** Calls the API. Returns its response, or `{ error }` if it rejects the call or cannot be reached. */
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

/** Flattens `{ card: { cvc } }` to `[['card[cvc]', cvc]]`. */
function flat(value, within = '') {
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = within ? `${within}[${name}]` : name
    if (inner === null || inner === undefined) return []
    return typeof inner === 'object' ? flat(inner, path) : [[path, String(inner)]]
  })
}
