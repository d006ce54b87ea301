// What a person types for the address of their website, as it will be saved.

export const NO_WEBSITE = 'Please enter a valid website URL.'
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i

/** `example.com` as `https://example.com/`; null for what is no address. The server has the last word. */
export function normalisedWebsite(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  const url = URL.parse(SCHEME.test(text) ? text : `https://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  url.hash = ''
  return url.href
}
