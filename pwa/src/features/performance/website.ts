// The typed website address as the server saves it, and why the server may reject it.
import { LABEL, LOCAL, MAX_ADDRESS_LENGTH, NETWORKS, TOP } from './hosts.gen'

export const NO_WEBSITE = 'Please enter a valid website URL.'
export const PRIVATE = `${NO_WEBSITE} This one is inside a private network.`
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const IPV4 = /^\d+(\.\d+){3}$/
/** Invisible characters, which the server rejects anywhere in an address. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/**
 * Returns `https://example.com/` for `example.com`; null if it is not an address. The server makes the final
 * check.
 */
export function normalisedWebsite(typed: string): string | null {
  const url = parseUrl(typed)
  if (url === null || !isHost(url.hostname, typed)) return null
  url.hash = ''
  return url.href
}

/**
 * Whether the host is reachable only inside a private network. The server rejects it, unless its settings
 * allow it.
 */
export function isPrivate(typed: string): boolean {
  const host = parseUrl(typed)?.hostname.replace(/\.$/, '')
  if (host === undefined) return false
  const address = addressOf(host)
  if (address !== null) return NETWORKS.some((network) => isWithin(address, network))
  const labels = host.split('.')
  return labels.length === 1 || LOCAL.some((label) => label === labels.at(-1))
}

function parseUrl(typed: string): URL | null {
  const text = typed.trim()
  if (text === '' || text.length > MAX_ADDRESS_LENGTH || INVISIBLE.test(text)) return null
  const url = URL.parse(SCHEME.test(text) ? text : `https://${text}`)
  return url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== ''
    ? null
    : url
}

function isHost(name: string, typed: string): boolean {
  if (name.startsWith('[')) return true
  // A browser accepts `0x7f.1` as an address; the server does not.
  if (IPV4.test(name)) return typed.includes(name)
  const labels = name.replace(/\.$/, '').split('.')
  return (
    name.length <= 253 &&
    labels.every((label) => label.length <= 63 && LABEL.test(label)) &&
    TOP.test(labels.at(-1) ?? '')
  )
}

type Address = { bits: 32 | 128; value: bigint }

/** The numeric value of an IP address as a browser writes it; null for a host name. */
function addressOf(host: string): Address | null {
  if (IPV4.test(host)) return { bits: 32, value: joinWords(host.split('.').map(Number), 8n) }
  if (!host.startsWith('[')) return null
  const [head = '', tail] = host.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map((part) =>
    part === '' ? [] : part.split(':').map((word) => parseInt(word, 16)),
  )
  const missing = 8 - (before?.length ?? 0) - (after?.length ?? 0)
  return {
    bits: 128,
    value: joinWords([...(before ?? []), ...Array.from({ length: missing }, () => 0), ...(after ?? [])], 16n),
  }
}

/** The number that the words form. `size` is the size of a word in bits. */
function joinWords(words: readonly number[], size: bigint): bigint {
  return words.reduce((value, word) => (value << size) | BigInt(word), 0n)
}

/** `network` is in CIDR notation, such as `10.0.0.0/8`. */
function isWithin({ bits, value }: Address, network: string): boolean {
  const [start = '', length] = network.split('/')
  const networkStart = addressOf(start.includes(':') ? `[${start}]` : start)
  const hostBits = BigInt(bits - Number(length))
  return networkStart?.bits === bits && value >> hostBits === networkStart.value >> hostBits
}
