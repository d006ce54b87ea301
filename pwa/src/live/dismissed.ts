// Notices that a user has dismissed on this device. The next event of the same kind shows its notice again.
import { useCallback, useEffect } from 'react'

import { useLive, useStored } from './live'

/** `isDismissed` is undefined until it is read, and true only if exactly this `event` was dismissed. */
export function useDismissed(
  kind: string,
  event: string,
): { isDismissed: boolean | undefined; dismiss: () => void } {
  const { replica } = useLive()
  const k = `dismissed:${kind}`
  const stored = useStored(async ({ meta }) => ({ value: (await meta.get(k))?.value }), [k])
  const dismiss = useCallback(
    () => void replica.meta.put({ k, value: event }).catch(() => undefined),
    [replica, k, event],
  )
  return { isDismissed: stored && stored.value === event, dismiss }
}

/** Forgets what was dismissed of this kind while `isOver`, so that the same event is shown when it happens again. */
export function useForgetDismissed(kind: string, isOver: boolean): void {
  const { replica } = useLive()
  useEffect(() => {
    if (isOver) void replica.meta.delete(`dismissed:${kind}`).catch(() => undefined)
  }, [replica, kind, isOver])
}
