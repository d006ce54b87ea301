// Stores the user's small choices (theme, folded panels) in localStorage, and cookies. If storage is blocked,
// a choice lasts as long as the page.

/** The text stored under `key`, or null if there is none or storage is not available. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores `value` under `key` for the next visit; null removes it. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Private windows may block storage.
  }
}

/** The value of a cookie of this site, or null. */
export function readCookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return pair === undefined ? null : pair.slice(name.length + 1)
}

/** Sets a cookie for this many seconds; 0 removes it. */
export function writeCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=strict${secure}`
}
