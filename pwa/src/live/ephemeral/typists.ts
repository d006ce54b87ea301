// The users who type, by thread. A received item expires when it may no longer be true.
import type { EphemeralItem } from '../../sync'

/** EP3: how long received typing is valid. */
const EXPIRY_MS = 6_000

export interface Typist {
  by: string
  name: string
  role: 'admin' | 'client'
}

interface Typists {
  /** Returns the same array while the same users type. */
  inThread(thread: string): readonly Typist[]
  receive(item: EphemeralItem & { k: 'typing' }): void
  stop(): void
}

const NONE: readonly Typist[] = []

/** `notify` is called when typing expires. */
export function makeTypists(notify: () => void): Typists {
  const typists = new Map<string, readonly Typist[]>()
  const expiryTimers = new Map<string, ReturnType<typeof setTimeout>>()
  const inThread = (thread: string) => typists.get(thread) ?? NONE

  function begin({ thread, by, name, role }: EphemeralItem & { k: 'typing' }): void {
    if (!inThread(thread).some((one) => one.by === by))
      typists.set(thread, [...inThread(thread), { by, name, role }])
    clearTimeout(expiryTimers.get(`${thread} ${by}`))
    const timer = setTimeout(() => {
      end(thread, by)
      notify()
    }, EXPIRY_MS)
    expiryTimers.set(`${thread} ${by}`, timer)
  }

  function end(thread: string, by: string): void {
    clearTimeout(expiryTimers.get(`${thread} ${by}`))
    expiryTimers.delete(`${thread} ${by}`)
    const remaining = inThread(thread).filter((one) => one.by !== by)
    if (remaining.length > 0) typists.set(thread, remaining)
    else typists.delete(thread)
  }

  return {
    inThread,
    receive(item) {
      if (item.on) begin(item)
      else end(item.thread, item.by)
    },
    stop() {
      for (const timer of expiryTimers.values()) clearTimeout(timer)
    },
  }
}
