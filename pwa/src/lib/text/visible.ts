// Checks whether a text has visible characters. platform/core/text.py has the same rule.

/**
 * Matches any character except whitespace, control characters, invisible characters (joiners, fillers,
 * direction marks) and empty Braille.
 */
const VISIBLE = /[^\s\p{Cc}\p{DI}\u2800]/u

export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}
