// What a person has put away on this device; it comes back with the next event of its kind.
import { useCallback } from 'react'

import { useLive, useStored } from './live'

/** Undefined until it is known. `event` says which one is meant: another one has not been put away. */
export function useDismissed(kind: string, event: string): { isDismissed: boolean | undefined; dismiss: () => void } {
  const { replica } = useLive()
  const k = `dismissed:${kind}`
  const stored = useStored(async ({ meta }) => ({ value: (await meta.get(k))?.value }), [k])
  const dismiss = useCallback(() => void replica.meta.put({ k, value: event }).catch(() => undefined), [replica, k, event])
  return { isDismissed: stored && stored.value === event, dismiss }
}
