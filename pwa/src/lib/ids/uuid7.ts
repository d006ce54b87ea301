// Ids that the device creates: UUIDv7, whose text sorts by creation time.
import { serverNow } from '../time/clock'
import { randomBytes, uuidOf } from './uuid4'

let last = 0

/**
 * A new UUIDv7. Each id of a page has a greater time part than the one before, even within one millisecond.
 */
export function uuid7(): string {
  last = Math.max(last + 1, serverNow())
  const bytes = randomBytes()
  const time = last.toString(16).padStart(12, '0')
  for (let i = 0; i < 6; i += 1) bytes[i] = Number.parseInt(time.slice(i * 2, i * 2 + 2), 16)
  return uuidOf(bytes, 7)
}
