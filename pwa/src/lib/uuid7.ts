// Ids made on the device: UUIDv7, whose text sorts by the time it was made.
import { serverNow } from './clock'
import { randomBytes, uuidOf } from './uuid4'

let last = 0

/** A new UUIDv7. Ids made on one page grow strictly by their time part, even within one millisecond. */
export function uuid7(): string {
  last = Math.max(last + 1, serverNow())
  const bytes = randomBytes()
  const time = last.toString(16).padStart(12, '0')
  for (let i = 0; i < 6; i += 1) bytes[i] = Number.parseInt(time.slice(i * 2, i * 2 + 2), 16)
  return uuidOf(bytes, 7)
}
