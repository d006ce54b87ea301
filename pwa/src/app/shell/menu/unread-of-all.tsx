// Counts the waiting clients and the unread messages of all clients, for admins. Also caches the admin pages,
// because only admins load this module.
import { useEffect } from 'react'

import { longestWaits, useDirectory } from '../../../live/directory/use-directory'
import { cacheAdminPages } from '../cache-admin-pages'
import type { Counts } from './counts'

export default function UnreadOfAll({ onCount }: { onCount: (counts: Counts) => void }) {
  const directory = useDirectory()
  const entries = directory.is === 'ready' && directory.isWhole ? directory.byCompany : []
  const unread = entries.reduce((sum, entry) => sum + entry.unread, 0)
  const open = longestWaits(entries).length
  useEffect(
    () => onCount({ unread, open, word: open === 1 ? 'client waiting' : 'clients waiting', reports: 0 }),
    [onCount, unread, open],
  )
  useEffect(cacheAdminPages, [])
  return null
}
