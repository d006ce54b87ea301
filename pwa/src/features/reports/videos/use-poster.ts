// The poster of a report's video: from the device, or from the server for an admin, whose device stores none.
import { useEffect, useState } from 'react'

import { useSyncStatus } from '../../../live/live'
import { useStoredPoster } from '../queries'
import { askForPoster } from '../remote'

/** A `data:` URL; empty if there is none or it is still loading. */
export function usePoster(id: string): string {
  const { role, link } = useSyncStatus()
  const stored = useStoredPoster(id)
  const [asked, setAsked] = useState({ id: '', picture: '' })
  const isWanted = role === 'admin' && link.is === 'live' && stored === '' && asked.id !== id
  useEffect(() => {
    if (!isWanted) return
    let wanted = true
    void askForPoster(id).then((picture) => {
      if (wanted) setAsked({ id, picture })
    })
    return () => {
      wanted = false
    }
  }, [isWanted, id])
  return stored !== undefined && stored !== '' ? stored : asked.id === id ? asked.picture : ''
}
