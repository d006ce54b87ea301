// Finds web addresses in a message. Pure.

type Part = { text: string; href: string | null }

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/gi
/** Characters that end a sentence rather than an address. */
const TRAILING = new Set('.,:;!?…*_~')
const PAIRS: [string, string][] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]

/** Splits the text into parts. `href` is set for http(s) addresses. The parts joined are the text. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutTail(match[0])
    const href = asHref(address)
    if (href === null) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null })
    parts.push({ text: address, href })
    end = match.index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}

/**
 * Strips punctuation after the address, and closing brackets that were opened before it. In one pass, because a
 * message may end in 20,000 brackets: counting them again for each froze the page for seconds.
 */
function withoutTail(address: string): string {
  const unopened = new Map(
    PAIRS.map(([open, close]) => [close, count(address, close) - count(address, open)]),
  )
  let end = address.length
  while (end > 0) {
    const last = address.charAt(end - 1)
    const surplus = unopened.get(last) ?? 0
    if (surplus > 0) unopened.set(last, surplus - 1)
    else if (!TRAILING.has(last)) break
    end -= 1
  }
  return address.slice(0, end)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

function asHref(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '' ? url.href : null
}
