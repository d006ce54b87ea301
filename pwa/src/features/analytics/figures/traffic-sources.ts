// Plain names of Google's `source / medium` pairs. A visitor can choose both with a crafted URL, so they are
// looked up in maps: an object would also find `constructor`.

const PAIR = /^(\S+) \/ (\S+)$/
const ENGINES = new Map([['duckduckgo', 'DuckDuckGo']])
/** Websites that are better known by their names than by their addresses. */
const WEBSITES = new Map([
  ['facebook.com', 'Facebook'],
  ['instagram.com', 'Instagram'],
  ['maps.google.com', 'Google Maps'],
  ['yelp.com', 'Yelp'],
])
/** Subdomains of the same website: its phone version, and its link checkers. */
const SUBDOMAIN = /^(?:www|m|l|lm)\./
const MEDIUMS = new Map([
  ['organic', 'search'],
  ['cpc', 'ads'],
  ['ppc', 'ads'],
  ['paid', 'ads'],
  ['email', 'email'],
  ['social', 'posts'],
])

const DETAILS = new Map([
  ['organic', 'unpaid search results'],
  ['cpc', 'paid ads'],
  ['ppc', 'paid ads'],
  ['paid', 'paid ads'],
  ['email', 'links in emails'],
  ['social', 'posts on social media'],
  ['referral', 'links on that website'],
])

/** `Google search`, `Direct visits`, `yelp.com`; a pair that has no plain name stays as it is. */
export function sourceName(pair: string): string {
  if (pair === '(direct) / (none)') return 'Direct visits'
  const [, source, medium] = PAIR.exec(pair) ?? []
  if (source === undefined || medium === undefined) return pair
  if (medium === 'referral') return WEBSITES.get(source.replace(SUBDOMAIN, '')) ?? source
  const kind = MEDIUMS.get(medium)
  return kind === undefined ? pair : `${shownName(source)} ${kind}`
}

/** What brought these visitors: `unpaid search results`; the pair itself if it has no plain name. */
export function sourceDetail(pair: string): string {
  if (pair === '(direct) / (none)') return 'typed in or bookmarked'
  const [, source = '', medium = ''] = PAIR.exec(pair) ?? []
  if (medium === 'referral' && sourceName(pair) !== source) return `links on ${source}`
  return DETAILS.get(medium) ?? pair
}

function shownName(source: string): string {
  if (source.includes('.')) return source
  return ENGINES.get(source) ?? source.charAt(0).toUpperCase() + source.slice(1)
}
