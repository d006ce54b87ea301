// Small remembered choices (theme, folded panels) in localStorage, and the one cookie; a blocked store only forgets them.

/** The text kept under `key`, or null if there is none or storage is not available. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps `value` under `key` for the next visit; null forgets it. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Private windows may refuse storage; the choice then lasts as long as the page.
  }
}

/** The value of a cookie of this site, or null. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found === undefined ? null : found.slice(name.length + 1)
}

/** Keeps a cookie for so many seconds; 0 removes it. */
export function writeCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=strict${secure}`
}
