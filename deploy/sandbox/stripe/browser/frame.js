// Code of the fake's frames: the message port to the page, and API calls on its behalf.
const UNREACHABLE = 'An error occurred while reaching Stripe. Please check your connection and try again.'

/** Waits for the page's port. Then calls `onMessage(data, send)` for each message; `send` sends to the page. */
export function connect(onMessage) {
  addEventListener('message', (event) => {
    const [port] = event.ports
    if (event.source !== parent || event.data !== 'stripe' || !port) return
    const send = (message) => port.postMessage(message)
    port.onmessage = ({ data }) => onMessage(data, send)
  })
}

/** Calls the API. Returns its response, or `{ error }` if it rejects the call or cannot be reached. */
export async function call({ key, method, path, params }) {
  const form = new URLSearchParams(flat(params))
  const isRead = method === 'GET'
  try {
    const response = await fetch(`/v1/${path}${isRead ? `?${form}` : ''}`, {
      method,
      headers: { Authorization: `Bearer ${key}` },
      body: isRead ? undefined : form,
    })
    return await response.json()
  } catch {
    return { error: { type: 'api_connection_error', message: UNREACHABLE } }
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
