// Counts the unread messages of all clients for admins. Also caches the admin pages, because only admins load
// this.
import { useEffect } from 'react'

import { useDirectory } from '../../../live/directory/use-directory'
import { keepDesk } from '../cache-admin-pages'

export default function UnreadOfAll({ tell }: { tell: (count: number) => void }) {
  const directory = useDirectory()
  const count = directory.is === 'ready' && directory.isWhole ? directory.byCompany.reduce((sum, entry) => sum + entry.unread, 0) : 0
  useEffect(() => tell(count), [tell, count])
  useEffect(keepDesk, [])
  return null
}
