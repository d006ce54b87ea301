// Plain names of Google's `source / medium` pairs. A visitor can choose both with a crafted URL, so they are
// looked up in maps: an object would also find `constructor`.

const ENGINES = new Map([['duckduckgo', 'DuckDuckGo']])
const MEDIUMS = new Map([
  ['organic', 'search'],
  ['cpc', 'ads'],
  ['ppc', 'ads'],
  ['paid', 'ads'],
  ['email', 'email'],
  ['social', 'posts'],
])

/** `Google search`, `Direct visits`, `yelp.com`; a pair that has no plain name stays as it is. */
export function sourceName(pair: string): string {
  if (pair === '(direct) / (none)') return 'Direct visits'
  const [, source, medium] = /^(\S+) \/ (\S+)$/.exec(pair) ?? []
  if (source === undefined || medium === undefined) return pair
  if (medium === 'referral') return source
  const kind = MEDIUMS.get(medium)
  return kind === undefined ? pair : `${shownName(source)} ${kind}`
}

function shownName(source: string): string {
  if (source.includes('.')) return source
  return ENGINES.get(source) ?? source.charAt(0).toUpperCase() + source.slice(1)
}
