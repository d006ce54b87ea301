/**
 * Pauses in ms before the retries of an upload on an unstable connection. The server keeps the parts that
 * have arrived.
 */
export const RETRY_PAUSES = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 60_000]
