// The provider's time zone, stored on the device, because report dates are in that zone.
import { useEffect } from 'react'

import { useLive, useStored, useSyncStatus } from '../../live/live'
import { askForZone } from './remote'

const KEY = 'zone'

/** Undefined while unknown; callers then use the device's own zone. */
export function useZone(): string | undefined {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const stored = useStored(async (one) => (await one.meta.get(KEY))?.value ?? null, [])
  const isWanted = stored === null && link.is === 'live'
  useEffect(() => {
    if (!isWanted) return
    void askForZone().then((zone) => (zone === null ? undefined : replica.meta.put({ k: KEY, value: zone })))
  }, [isWanted, replica])
  return typeof stored === 'string' ? stored : undefined
}
