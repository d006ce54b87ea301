// Plain names of Google's `source / medium` pairs.

const ENGINES: Record<string, string> = { duckduckgo: 'DuckDuckGo' }
const MEDIUMS: Record<string, string> = {
  organic: 'search',
  cpc: 'ads',
  ppc: 'ads',
  paid: 'ads',
  email: 'email',
  social: 'posts',
}

/** `Google search`, `Direct visits`, `yelp.com`; a pair that has no plain name stays as it is. */
export function sourceName(pair: string): string {
  if (pair === '(direct) / (none)') return 'Direct visits'
  const [, source, medium] = /^(\S+) \/ (\S+)$/.exec(pair) ?? []
  if (source === undefined || medium === undefined) return pair
  if (medium === 'referral') return source
  const kind = MEDIUMS[medium]
  return kind === undefined ? pair : `${ENGINES[source] ?? capitalized(source)} ${kind}`
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
