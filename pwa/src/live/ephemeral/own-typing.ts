// Sends the typing of this device's user: when it begins, repeatedly while it lasts, and when it ends.

/** EP3: the interval at which `on` is repeated, and the pause that ends typing. */
const REPEAT_MS = 3_000
const PAUSE_MS = 4_000

interface OwnTyping {
  /** `on` is true when the user types, and false when they have sent or cleared the text. */
  set(thread: string, on: boolean): void
  /** Sends again that the user types, if they do. */
  repeat(): void
  stop(): void
}

interface Running {
  thread: string
  repeating: ReturnType<typeof setInterval>
  pause: ReturnType<typeof setTimeout> | undefined
}

/** Typing in one thread ends the typing in another. */
export function makeOwnTyping(send: (thread: string, on: boolean) => void): OwnTyping {
  let running: Running | null = null

  function repeat(): void {
    if (running !== null) send(running.thread, true)
  }

  function stop(): void {
    clearInterval(running?.repeating)
    clearTimeout(running?.pause)
    running = null
  }

  function begin(thread: string): Running {
    send(thread, true)
    return { thread, repeating: setInterval(repeat, REPEAT_MS), pause: undefined }
  }

  function set(thread: string, on: boolean): void {
    if (running !== null && (running.thread !== thread || !on)) {
      const ended = running.thread
      stop()
      send(ended, false)
    }
    if (!on) return
    running ??= begin(thread)
    clearTimeout(running.pause)
    running.pause = setTimeout(() => set(thread, false), PAUSE_MS)
  }

  return { set, repeat, stop }
}
