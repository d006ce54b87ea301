// A helper for work whose errors need no handling.

/**
 * Ignores errors of `work`. A comment at the call says why: for example, because a timer retries the work.
 */
export function ignoreErrors(work: Promise<unknown> | undefined): void {
  work?.catch(() => undefined)
}
