// The counts of the user's conversations and reports. The menu and the tab's title show the open work: for an
// admin the clients that wait for an answer, for a client the unread messages. The menu also shows a client's
// unread reports. The notice button shows the number of unread messages on the installed app's icon.
import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react'

import { PRODUCT_NAME } from '../../../lib/product'
import { useSyncStatus } from '../../../live/live'
import { CountBadge } from '../../../ui/badge'
import type { Counts } from './counts'

// Admins have many threads and clients have one, so the roles load different code.
const UnreadOfAll = lazy(() => import('./unread-of-all'))
const UnreadOfOwn = lazy(() => import('./unread-of-own'))

const CountsContext = createContext<Counts>({ unread: 0, open: 0, word: '', reports: 0 })

export function useCounts(): Counts {
  return use(CountsContext)
}

/** The badge of the conversations in the menus. */
export function OpenBadge() {
  const { open, word } = useCounts()
  return <CountBadge count={open} label={word} />
}

/** The badge of a client's reports in the menus. */
export function ReportsBadge() {
  return <CountBadge count={useCounts().reports} label="unread" />
}

/** The document title with the count, which shows in the browser's tab: `(3) Messaging · Pulseboard`. */
export function Title({ screen }: { screen: string }) {
  const { open } = useCounts()
  return <title>{`${open === 0 ? '' : `(${open}) `}${screen} · ${PRODUCT_NAME}`}</title>
}

export function UnreadCount({ children }: { children: ReactNode }) {
  const { role } = useSyncStatus()
  const [counts, setCounts] = useState(use(CountsContext))
  return (
    <CountsContext value={counts}>
      <Suspense fallback={null}>
        {role === 'admin' && <UnreadOfAll onCount={setCounts} />}
        {role === 'client' && <UnreadOfOwn onCount={setCounts} />}
      </Suspense>
      {children}
    </CountsContext>
  )
}
