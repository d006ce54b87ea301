// Reports that a request has had no response for 8 s, and still takes a late response.

/** After this time without a response a screen shows an error with Retry, as it does for rows (sync/status/load-progress.ts). */
const PATIENCE_MS = 8_000

/**
 * Calls `hear` with the response. If there is none after 8 s, it calls `hear` with `late` first, and with the response
 * when it arrives. The returned function cancels both calls. `asked` must not reject.
 */
export function whenAnswered<T>(asked: Promise<T>, hear: (answer: T) => void, late: NoInfer<T>): () => void {
  let wanted = true
  const timer = setTimeout(() => hear(late), PATIENCE_MS)
  const stop = (): void => {
    wanted = false
    clearTimeout(timer)
  }
  void asked.then((answer) => {
    if (!wanted) return
    stop()
    hear(answer)
  })
  return stop
}
