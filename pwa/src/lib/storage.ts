// Small remembered choices (theme, folded panels) in localStorage; a blocked or full store only forgets them.

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
