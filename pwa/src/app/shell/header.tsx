// The bar on top: whose dashboard this is, and whether it is up to date.
import { Menu } from 'lucide-react'
import { Suspense } from 'react'

import { NoticeBell } from '../../features/notifications'
import { StatusButton } from '../../features/outbox'
import { PRODUCT_NAME } from '../../lib/product'
import { noted, useStored, useSyncStatus } from '../../live/live'
import { Badge } from '../../ui/badge'
import { IconButton } from '../../ui/button'
import { LogoMark } from '../../ui/logo'
import { Skeleton } from '../../ui/skeleton'
import { useUnread } from './unread'

type HeaderProps = { drawerOpen: boolean; onOpenDrawer: () => void }

export function Header({ drawerOpen, onOpenDrawer }: HeaderProps) {
  return (
    <header className="z-10 flex flex-wrap items-center gap-x-2 border-b border-line bg-surface pt-[var(--safe-top)] sm:gap-x-2.5 pr-[max(1rem,var(--safe-right))] pl-[max(1rem,var(--safe-left))]">
      <IconButton
        label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={drawerOpen}
        onClick={onOpenDrawer}
        className="-ml-2.5 md:hidden"
      >
        <Menu size={20} aria-hidden="true" />
      </IconButton>
      <div className="flex h-14 min-w-0 flex-1 items-center gap-2 sm:gap-2.5">
        <LogoMark className="max-md:hidden" />
        <Whose />
      </div>
      <StatusButton />
      <Suspense>
        <NoticeBell unread={useUnread()} />
      </Suspense>
    </header>
  )
}

const ENDED = ['locked', 'outdated', 'signed-out']

/** A client's company; for admins the product with a badge. */
function Whose() {
  const { role, client_id, name, link } = useSyncStatus()
  const company = useStored(
    async (replica) => (client_id === null ? undefined : (await noted(replica.clients.get(client_id)))?.company_name),
    [client_id],
  )
  // Nothing that would be another word a moment later.
  if ((role === null && !ENDED.includes(link.is)) || (client_id !== null && company === undefined)) return <Skeleton className="h-4 w-36 max-w-full" />
  const text = role === 'client' ? (company ?? name ?? PRODUCT_NAME) : PRODUCT_NAME
  return (
    <>
      <span className="truncate text-base font-semibold tracking-[-0.01em] text-ink">{text}</span>
      {role === 'admin' && <Badge tone="primary">Admin</Badge>}
    </>
  )
}
