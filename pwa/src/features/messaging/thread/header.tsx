// Header of a conversation: the other party, the search button, and on narrow screens a back button.
import { ArrowLeft, ChevronRight, Search } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'react-router'

import type { ClientRow } from '../../../db/rows/clients'
import type { Role } from '../../../db/rows/messages'
import { PRODUCT_NAME } from '../../../lib/product'
import { useTeam } from '../../../live/team'
import { Avatar } from '../../../ui/avatar'
import { IconButton } from '../../../ui/button'
import { ContactFace } from '../../../ui/contact-face'
import { cx } from '../../../ui/cx'
import { useMedia } from '../../../ui/hooks/use-media'
import { OnlineDot } from '../../../ui/online-dot'
import { Skeleton } from '../../../ui/feedback/skeleton'

/** The media query for a window with the panel beside the conversation. */
const WIDE = '(min-width: 80rem)'

type ThreadHeaderProps = {
  viewerRole: Role
  client: ClientRow | undefined
  /** URL of the client's page, for admins. */
  clientHref: string | undefined
  /** Whether a user of the client is online. */
  isOnline: boolean
  onBack: () => void
  searchButton: RefObject<HTMLButtonElement | null>
  isSearching: boolean
  onSearch: () => void
}

export function ThreadHeader({
  viewerRole,
  client,
  clientHref,
  isOnline,
  onBack,
  searchButton,
  isSearching,
  onSearch,
}: ThreadHeaderProps) {
  const isWide = useMedia(WIDE)
  return (
    <>
      <div
        className={cx(
          'flex h-14 shrink-0 items-center gap-3 border-b border-line bg-surface px-4',
          // Aligned with the titles of a client's other pages.
          viewerRole === 'client' && 'md:px-8',
        )}
      >
        {viewerRole === 'admin' && (
          <IconButton label="Back to clients" onClick={onBack} className="pane-narrow -mr-1 -ml-2.5">
            <ArrowLeft size={20} aria-hidden="true" />
          </IconButton>
        )}
        {viewerRole === 'client' ? (
          <Provider />
        ) : client === undefined ? (
          <Unknown />
        ) : (
          <Company client={client} href={clientHref} isOnline={isOnline} isWide={isWide} />
        )}
        <IconButton
          ref={searchButton}
          label="Search this conversation"
          aria-expanded={isSearching}
          onClick={onSearch}
          className="-mr-2"
        >
          <Search size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </>
  )
}

/** The provider's name, with the picture of the admin in charge of the client. */
function Provider() {
  const team = useTeam()
  const contact = team.is === 'ready' ? team.contact : null
  return (
    <>
      <ContactFace contact={team.is === 'loading' ? undefined : contact} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-head leading-5 font-semibold text-ink">{PRODUCT_NAME} team</h2>
        <p className="truncate text-sm text-ink-3">
          {contact === null ? 'Real people reply here' : `${contact} looks after you`}
        </p>
      </div>
    </>
  )
}

function Unknown() {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <Skeleton className="size-9 rounded-full" />
      <div className="space-y-1.5">
        <Skeleton className="h-3.5 w-36" />
        <Skeleton className="h-3 w-48" />
      </div>
    </div>
  )
}

type CompanyProps = { client: ClientRow; href: string | undefined; isOnline: boolean; isWide: boolean }

function Company({ client, href, isOnline, isWide }: CompanyProps) {
  const name = (
    <>
      <h2 className="truncate text-head leading-5 font-semibold text-ink">{client.company_name}</h2>
      <p className="truncate text-sm text-ink-3">
        {client.user_id === null && (
          <>
            <span className="font-medium text-warn">Not signed up yet</span> ·{' '}
          </>
        )}
        {client.contact_name}
        <span className="max-sm:hidden"> · {client.contact_email}</span>
      </p>
    </>
  )
  return (
    <>
      <span className="relative shrink-0">
        <Avatar name={client.company_name} />
        {isOnline && <OnlineDot className="absolute -right-0.5 -bottom-0.5" />}
      </span>
      {href === undefined ? (
        <div className="min-w-0 flex-1">{name}</div>
      ) : (
        <Link
          to={href}
          title="Open client"
          className="flex min-w-0 flex-1 items-center gap-1 py-1 hover:underline"
        >
          <span className="min-w-0">{name}</span>
          {/* The panel beside the conversation shows what the client's page shows. */}
          {!isWide && <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-ink-3" />}
        </Link>
      )}
    </>
  )
}
