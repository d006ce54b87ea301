// What counts as text: something that can be seen. platform/core/text.py has the same.

/** Blanks, control characters, what Unicode has shown as nothing (joiners, fillers, marks of direction), and empty Braille. */
const SOMETHING = /[^\s\p{Cc}\p{DI}\u2800]/u

export function isVisible(text: string): boolean {
  return SOMETHING.test(text)
}
