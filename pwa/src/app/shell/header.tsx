// The header: the company's name, the sync status and the notifications.
import { lazy, Suspense } from 'react'

import { NoticeButton } from '../../features/notifications'
import { StatusButton } from '../../features/outbox'
import { afterFirstPaint } from '../../lib/first-paint'
import { PRODUCT_NAME } from '../../lib/product'
import { useSyncStatus } from '../../live/live'
import { useOwnClient } from '../../live/own-client'
import { Badge } from '../../ui/badge'
import { SiteMark } from '../../ui/brand/site-mark'
import { Skeleton } from '../../ui/feedback/skeleton'
import { useCounts } from './menu/unread'

const PaletteButton = lazy(afterFirstPaint(() => import('./keyboard/palette-button')))

export function Header() {
  const { role } = useSyncStatus()
  return (
    <header className="z-10 flex flex-wrap items-center gap-x-2 border-b border-line bg-surface pt-[var(--safe-top)] sm:gap-x-2.5 pr-[max(1rem,var(--safe-right))] pl-[max(1rem,var(--safe-left))]">
      <div className="flex h-[calc(3.5rem-1px)] min-w-0 flex-1 items-center gap-2 sm:gap-2.5">
        <SiteMark />
        <CompanyName />
      </div>
      <Suspense fallback={null}>{role === 'admin' && <PaletteButton />}</Suspense>
      <StatusButton />
      <Suspense>
        <NoticeButton unread={useCounts().unread} />
      </Suspense>
    </header>
  )
}

const ENDED = ['locked', 'outdated', 'signed-out']

/** A client's company name; for admins the product's name with a badge. */
function CompanyName() {
  const { role, name, link } = useSyncStatus()
  const own = useOwnClient()
  // Show a placeholder, because the name would change as soon as the row has loaded.
  if (own.is === 'loading' && !ENDED.includes(link.is)) return <Skeleton className="h-4 w-36 max-w-full" />
  const company = own.is === 'ready' ? own.client.company_name : name
  const text = role === 'client' ? (company ?? PRODUCT_NAME) : PRODUCT_NAME
  return (
    <>
      <span className="truncate text-base font-semibold tracking-[-0.015em] text-ink">{text}</span>
      {role === 'admin' && <Badge tone="primary">Admin</Badge>}
    </>
  )
}
