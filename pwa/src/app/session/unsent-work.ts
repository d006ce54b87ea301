// Stores the number of locked messages on this device for each user whose session ended without a sign-out.
import { recall, remember } from '../../lib/storage'

const KEY = 'unsent-work'

function read(): Record<string, number> {
  try {
    // `Object` turns a value of another type into an object without numbers.
    const stored = Object(JSON.parse(recall(KEY) ?? '{}')) as object
    return Object.fromEntries(Object.entries(stored).filter((entry) => typeof entry[1] === 'number'))
  } catch {
    return {}
  }
}

export const unsentWork = {
  /** Stores the number of unsent messages of `userId`; 0 removes the user. */
  note(userId: string, messages: number): void {
    const counts = { ...read(), [userId]: messages }
    const nonZero = Object.entries(counts).filter(([, count]) => count > 0)
    remember(KEY, nonZero.length === 0 ? null : JSON.stringify(Object.fromEntries(nonZero)))
  },
  total(): number {
    return Object.values(read()).reduce((sum, count) => sum + count, 0)
  },
}
