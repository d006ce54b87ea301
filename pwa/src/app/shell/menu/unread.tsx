// The user's unread count, for the menu and the tab's title. The notice button sets it on the installed app's
// icon.
import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react'

import { PRODUCT_NAME } from '../../../lib/product'
import { useSyncStatus } from '../../../live/live'

// Admins have many threads, clients have one.
const UnreadOfAll = lazy(() => import('./unread-of-all'))
const UnreadOfOwn = lazy(() => import('./unread-of-own'))

const UnreadContext = createContext(0)

/** The number of messages that no user of this side has read. */
export function useUnread(): number {
  return use(UnreadContext)
}

/** The document title with the count, which shows in the browser's tab: `(3) Messaging · Pulseboard`. */
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
        {role === 'admin' && <UnreadOfAll onCount={setCount} />}
        {role === 'client' && <UnreadOfOwn onCount={setCount} />}
      </Suspense>
      {children}
    </UnreadContext>
  )
}
