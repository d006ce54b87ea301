// How much a person has not read: in the menu and in the tab's title; the bell puts it on the installed app's icon.
import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useState } from 'react'

import type { Replica } from '../../db/schema'
import { PRODUCT_NAME } from '../../lib/product'
import { useStored, useSyncStatus } from '../../live/live'

// Only admins have many clients.
const UnreadOfAll = lazy(() => import('./unread-of-all'))

const UnreadContext = createContext(0)

/** Messages nobody of this person's side has read. */
export function useUnread(): number {
  return use(UnreadContext)
}

/** `(3) Messaging · Pulseboard`: seen in a row of tabs too. */
export function Title({ screen }: { screen: string }) {
  const unread = useUnread()
  return <title>{`${unread === 0 ? '' : `(${unread}) `}${screen} · ${PRODUCT_NAME}`}</title>
}

export function UnreadCount({ children }: { children: ReactNode }) {
  const { role } = useSyncStatus()
  const [count, setCount] = useState(0)
  return (
    <UnreadContext value={count}>
      <Suspense fallback={null}>{role === 'admin' && <UnreadOfAll tell={setCount} />}</Suspense>
      {role === 'client' && <OfOwnThread tell={setCount} />}
      {children}
    </UnreadContext>
  )
}

function OfOwnThread({ tell }: { tell: (count: number) => void }) {
  const { client_id } = useSyncStatus()
  const count = useStored((replica) => (client_id === null ? Promise.resolve(0) : ownUnread(replica, client_id)), [client_id]) ?? 0
  useEffect(() => tell(count), [tell, count])
  return null
}

/** A read marker on its way counts as arrived. */
async function ownUnread(replica: Replica, clientId: string): Promise<number> {
  const thread = await replica.threads.get(clientId)
  const reads = await replica.outbox.where('lane').equals(`read:${clientId}`).toArray()
  const isRead = reads.some((entry) => entry.kind === 'threads.read' && entry.body.read_to === thread?.last_message_id)
  return isRead ? 0 : (thread?.client_unread ?? 0)
}
