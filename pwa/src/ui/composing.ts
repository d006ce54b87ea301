// Tells whether a key press belongs to an input method, which composes a character from several keys.

interface KeyPress {
  isComposing: boolean
  keyCode: number
}

/** In Safari, the Enter that ends a composition comes after it; only its old key code, 229, tells. */
export function isComposing({ nativeEvent }: { nativeEvent: KeyPress }): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
