// The provider's time zone, kept on the device: reports are about days of theirs.
import { useEffect } from 'react'

import { useLive, useStored, useSyncStatus } from '../../live/live'
import { askForZone } from './remote'

const KEY = 'zone'

/** Undefined until it is known: then a day is the device's own. */
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
