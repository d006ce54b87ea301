// Counts the unread messages of all clients for admins. Also caches the admin pages, because only admins load
// this.
import { useEffect } from 'react'

import { useDirectory } from '../../../live/directory/use-directory'
import { cacheAdminPages } from '../cache-admin-pages'

export default function UnreadOfAll({ onCount }: { onCount: (count: number) => void }) {
  const directory = useDirectory()
  const count =
    directory.is === 'ready' && directory.isWhole
      ? directory.byCompany.reduce((sum, entry) => sum + entry.unread, 0)
      : 0
  useEffect(() => onCount(count), [onCount, count])
  useEffect(cacheAdminPages, [])
  return null
}
