// Random ids, for installations and tabs. Rows use uuid7.ts.

/**
 * A random UUID. Does not use `crypto.randomUUID`, which browsers omit on plain-http addresses of a local
 * network.
 */
export function uuid4(): string {
  return uuidOf(randomBytes(), 4)
}

export function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16))
}

/** The text of a UUID. Sets the version and variant bits in `bytes`. */
export function uuidOf(bytes: Uint8Array, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
