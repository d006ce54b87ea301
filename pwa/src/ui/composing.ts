// Whether a key press belongs to an input method, which composes a character from several keys.

interface KeyPress {
  isComposing: boolean
  keyCode: number
}

/** In Safari, `isComposing` is already false for the Enter that ends a composition, but its old key code is 229. */
export function isComposing({ nativeEvent }: { nativeEvent: KeyPress }): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
