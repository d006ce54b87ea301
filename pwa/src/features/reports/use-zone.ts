// The provider's time zone, stored on the device, because report dates are in that zone.
import { useEffect } from 'react'

import { useLive, useStored, useSyncStatus } from '../../live/live'
import { zoneNote } from '../../lib/text/zones'
import { useMinute } from '../../ui/hooks/use-now'
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

/** The time of delivery, with the provider's zone where it differs from the reader's: `Monday 8:00 AM (ET)`. */
export function useDeliveryText(): string {
  return `Monday 8:00 AM${zoneNote(useZone(), useMinute())}`
}
