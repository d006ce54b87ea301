// Tells whether a key press belongs to an input method, which composes a character from several keys.
import type { KeyboardEvent } from 'react'

/** In Safari, the Enter that ends a composition comes after it; only its old key code, 229, tells. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- Safari has no other sign of it
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
