// The poster of a report's video: from the device, or from the server for an admin, whose device stores none.
import { useEffect, useState } from 'react'

import { useSyncStatus } from '../../../live/live'
import { useStoredPoster } from '../queries'
import { fetchPoster } from '../remote'

/** A `data:` URL; empty if there is none or it is still loading. */
export function usePoster(id: string): string {
  const { role, link } = useSyncStatus()
  const stored = useStoredPoster(id)
  const [fetched, setFetched] = useState({ id: '', picture: '' })
  const isNeeded = role === 'admin' && link.is === 'live' && stored === '' && fetched.id !== id
  useEffect(() => {
    if (!isNeeded) return
    let isCurrent = true
    void fetchPoster(id).then((picture) => {
      if (isCurrent) setFetched({ id, picture })
    })
    return () => {
      isCurrent = false
    }
  }, [isNeeded, id])
  return stored !== undefined && stored !== '' ? stored : fetched.id === id ? fetched.picture : ''
}
