// How much a person has not read: in the menu and in the tab's title; the bell puts it on the installed app's icon.
import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react'

import { PRODUCT_NAME } from '../../../lib/product'
import { useSyncStatus } from '../../../live/live'

// Admins have many clients, clients one thread.
const UnreadOfAll = lazy(() => import('./unread-of-all'))
const UnreadOfOwn = lazy(() => import('./unread-of-own'))

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
      <Suspense fallback={null}>
        {role === 'admin' && <UnreadOfAll tell={setCount} />}
        {role === 'client' && <UnreadOfOwn tell={setCount} />}
      </Suspense>
      {children}
    </UnreadContext>
  )
}
