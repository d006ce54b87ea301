// Ids made on the device: UUIDv7, whose text sorts by the time it was made.
import { now } from './clock'

let last = 0

/** A new UUIDv7. Ids made on one page grow strictly by their time part, even within one millisecond. */
export function uuid7(): string {
  last = Math.max(last + 1, now())
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = last.toString(16).padStart(12, '0')
  for (let i = 0; i < 6; i += 1) bytes[i] = Number.parseInt(time.slice(i * 2, i * 2 + 2), 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
