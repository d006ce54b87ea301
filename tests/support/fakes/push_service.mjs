// A fake push service: accepts pushes like a real one (RFC 8030) and decrypts them like a browser (RFC 8291).
import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const ece = createRequire(new URL('../../../pwa/package.json', import.meta.url))('http_ece')
const browsers = new Map()
const taken = []
let orders = []

/** Creates a browser's subscription; returns it as the page sends it to the server. */
function subscribe() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const id = String(browsers.size + 1)
  const auth = randomBytes(16).toString('base64url')
  browsers.set(id, { keys, auth })
  return { endpoint: `${origin()}/push/${id}`, p256dh: keys.getPublicKey('base64url'), auth }
}

/** The sender's claims if the key in the header has signed them (RFC 8292), else null. */
function senderOf(header) {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head, claims, signature] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const signed = verify('sha256', Buffer.from(`${head}.${claims}`), { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  return signed ? { ...JSON.parse(Buffer.from(claims, 'base64url')), key } : null
}

function take(id, headers, body) {
  const { keys, auth } = browsers.get(id)
  const text = ece.decrypt(body, { version: headers['content-encoding'], privateKey: keys, authSecret: auth }).toString()
  taken.push({ to: id, data: JSON.parse(text), sender: senderOf(headers.authorization), headers, size: body.length })
}

async function answer(method, path, headers, body) {
  if (path === '/subscriptions') return [201, subscribe()]
  if (path === '/orders') return [200, (orders = JSON.parse(body))]
  if (path === '/taken') return [200, taken.splice(0)]
  const status = orders.shift() ?? 201
  if (status === 201) take(path.slice('/push/'.length), headers, body)
  return [status, {}]
}

const server = createServer((request, response) => {
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', async () => {
    const [status, body] = await answer(request.method, request.url, request.headers, Buffer.concat(parts)).catch((error) => [500, { error: String(error) }])
    // The product must not follow the redirect URL of a push service.
    response.writeHead(status, { 'Content-Type': 'application/json', Location: `${origin()}/subscriptions` })
    response.end(JSON.stringify(body))
  })
})
const origin = () => `http://127.0.0.1:${server.address().port}`
server.listen(0, '127.0.0.1', () => console.log(origin()))
// The process ends when its parent closes the pipe.
process.stdin.on('end', () => process.exit()).resume()
