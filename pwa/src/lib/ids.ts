// Ids made on the device: UUIDv7 for rows, random ones for installations and tabs.
import { now } from './clock'

let lastTime = 0
let counter = 0

/** A UUIDv7 that sorts after every other one made in this page. */
export function uuid7(): string {
  const time = Math.max(now(), lastTime)
  if (time === lastTime) counter += 1
  else counter = Math.floor(Math.random() * 0x400)
  // 12 bits of counter: an overflow within a millisecond borrows from the next one.
  if (counter > 0xfff) {
    lastTime = time + 1
    counter = 0
  } else lastTime = time
  const head = lastTime.toString(16).padStart(12, '0')
  const tail = uuid4().slice(19)
  return `${head.slice(0, 8)}-${head.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${tail}`
}

/** A random UUID. Made by hand because `crypto.randomUUID` is missing on plain-http addresses. */
export function uuid4(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
