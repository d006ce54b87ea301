// The provider's time zone, stored on the device, because report dates are in that zone.
import { useEffect } from 'react'

import { useLive, useStored, useSyncStatus } from '../../live/live'
import { fetchZone } from './remote'

const KEY = 'zone'

/** Undefined while unknown; callers then use the device's own zone. */
export function useZone(): string | undefined {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const stored = useStored(async ({ meta }) => (await meta.get(KEY))?.value ?? null, [])
  const isNeeded = stored === null && link.is === 'live'
  useEffect(() => {
    if (!isNeeded) return
    void fetchZone().then((zone) => (zone === null ? undefined : replica.meta.put({ k: KEY, value: zone })))
  }, [isNeeded, replica])
  return typeof stored === 'string' ? stored : undefined
}
