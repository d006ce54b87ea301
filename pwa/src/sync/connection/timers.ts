// Named timers. Arming a running timer restarts it. `fire` gets its delay beyond `ms`, in ms.
import { steady } from '../../lib/time/clock'

export interface Timers {
  arm(name: string, ms: number, fire: (lateMs: number) => void): void
  disarm(name: string): void
  clear(): void
}

export function makeTimers(): Timers {
  const running = new Map<string, ReturnType<typeof setTimeout>>()
  const disarm = (name: string): void => {
    clearTimeout(running.get(name))
    running.delete(name)
  }
  return {
    arm(name, ms, fire) {
      disarm(name)
      const due = steady() + ms
      running.set(
        name,
        setTimeout(() => {
          running.delete(name)
          fire(steady() - due)
        }, ms),
      )
    },
    disarm,
    clear() {
      for (const name of [...running.keys()]) disarm(name)
    },
  }
}
