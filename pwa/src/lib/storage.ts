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
  const start = `${fullName(name)}=`
  return document.cookie.split('; ').find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? null
}

/** Sets a cookie for this many seconds; 0 removes it. */
export function writeCookie(name: string, value: string, seconds: number): void {
  const secure = hasTls() ? '; secure' : ''
  document.cookie = `${fullName(name)}=${value}; path=/; max-age=${seconds}; samesite=strict${secure}`
}

const hasTls = () => location.protocol === 'https:'

/** With TLS, a name of which browsers accept cookies from this host only, not from a sibling of the same domain. */
const fullName = (name: string) => (hasTls() ? `__Host-${name}` : name)
