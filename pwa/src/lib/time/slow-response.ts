// Reports that a request has had no response for 8 s, and still reports a late response.

/** After this time a screen shows an error with Retry, as it does for rows (sync/status/load-progress.ts). */
const MAX_WAIT_MS = 8_000

/**
 * Calls `handle` with the response. If there is none after 8 s, it calls `handle` with `lateResult` first, and with
 * the response when it arrives. The returned function cancels both calls. `response` must not reject.
 */
export function onResponse<T>(
  response: Promise<T>,
  handle: (answer: T) => void,
  lateResult: NoInfer<T>,
): () => void {
  let isActive = true
  const timer = setTimeout(() => handle(lateResult), MAX_WAIT_MS)
  const stop = (): void => {
    isActive = false
    clearTimeout(timer)
  }
  void response.then((answer) => {
    if (!isActive) return
    stop()
    handle(answer)
  })
  return stop
}
