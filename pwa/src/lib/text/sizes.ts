// File sizes as text.
import { decimalText, numberText } from './numbers'

/** `640 B`, `120 kB`, `3.4 MB`, `480 MB` */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`
  const size = bytes / 1_000_000
  return `${bytes < 9_950_000 ? decimalText(size) : numberText(size)} MB`
}
