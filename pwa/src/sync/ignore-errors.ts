// Work whose failure needs no reaction.

/** Ignores errors of `work`. Say at the call why: for example, because a timer retries it. */
export function ignoreErrors(work: Promise<unknown> | undefined): void {
  work?.catch(() => undefined)
}
