// Whose conversation this is; on narrow screens the way back to the list.
import { ArrowLeft } from 'lucide-react'

import type { ClientRow } from '../../db/rows'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'
import { IconButton } from '../../ui/button'
import { OnlineDot } from '../../ui/online-dot'
import { Skeleton } from '../../ui/skeleton'

type ThreadHeaderProps = { client: ClientRow | undefined; isHere: boolean; onBack: () => void }

export function ThreadHeader({ client, isHere, onBack }: ThreadHeaderProps) {
  return (
    <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line bg-surface px-4">
      <IconButton label="Back to clients" onClick={onBack} className="-mr-1 -ml-2.5 @3xl/messaging:hidden">
        <ArrowLeft size={20} aria-hidden="true" />
      </IconButton>
      {client === undefined ? (
        <div className="flex items-center gap-3">
          <Skeleton className="size-9 rounded-full" />
          <div className="space-y-1.5">
            <Skeleton className="h-3.5 w-36" />
            <Skeleton className="h-3 w-48" />
          </div>
        </div>
      ) : (
        <>
          <span className="relative shrink-0">
            <Avatar name={client.company_name} />
            {isHere && <OnlineDot className="absolute -right-0.5 -bottom-0.5" />}
          </span>
          <div className="min-w-0 flex-1">
            <h2 className="truncate text-base leading-5 font-semibold text-ink">{client.company_name}</h2>
            <p className="truncate text-sm text-ink-3">
              {client.contact_name} · {client.contact_email}
            </p>
          </div>
          {client.user_id === null && <Badge tone="warn">Not signed up yet</Badge>}
        </>
      )}
    </div>
  )
}
