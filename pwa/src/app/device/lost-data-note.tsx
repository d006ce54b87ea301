// The note that the browser has removed the stored data, for the sign-in screen and the dashboard.
import { lazy, Suspense, useSyncExternalStore } from 'react'

import { lostData } from './storage-cookie'

const LostAlert = lazy(() => import('./lost-data-alert'))

export function LostNote({ className }: { className: string }) {
  const lost = useSyncExternalStore(
    (notify) => lostData.subscribe(notify),
    () => lostData.get(),
  )
  return (
    lost !== null && (
      <Suspense fallback={null}>
        <LostAlert lost={lost} className={className} />
      </Suspense>
    )
  )
}
