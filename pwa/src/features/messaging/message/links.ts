// Finds web addresses in a message. Pure.

type Part = { text: string; href: string | null }

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/gi
/** Characters that end a sentence rather than an address. */
const TRAILING = /[.,:;!?…*_~]+$/
const PAIRS: [string, string][] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]

/** Splits the text into parts. `href` is set for http(s) addresses. The joined parts give the text. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0])
    const href = asHref(address)
    if (href === null) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null })
    parts.push({ text: address, href })
    end = match.index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}

/** Strips punctuation after the address, and a closing bracket that was opened before it. */
function trimmed(address: string): string {
  const bare = address.replace(TRAILING, '')
  const unopened = PAIRS.some(
    ([open, close]) => bare.endsWith(close) && count(bare, close) > count(bare, open),
  )
  if (unopened) return trimmed(bare.slice(0, -1))
  return bare
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}

function asHref(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '' ? url.href : null
}
