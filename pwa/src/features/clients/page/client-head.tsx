// The head of a client's page: its name, its status, and an admin's actions.
import { Ellipsis, Eye, FilePlus, type LucideIcon, Mail, Pencil, Phone } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'react-router'

import type { ClientRow } from '../../../db/rows/clients'
import { WRITE_REPORT } from '../../../lib/navigation'
import { planName } from '../../../lib/text/plan-names'
import { type DirectoryEntry, waitsSince } from '../../../live/directory/use-directory'
import { useIsPresent } from '../../../live/ephemeral/use-ephemeral'
import { Avatar } from '../../../ui/avatar'
import { CountBadge } from '../../../ui/badge'
import { Button, buttonClass } from '../../../ui/button'
import { OnlineDot } from '../../../ui/online-dot'
import { useAdminDashboard } from '../admin-dashboard'
import { Reasons } from '../attention/reasons'
import { AccessStatus, BillingStatus, PendingBadge } from '../list/details'
import { emailHref, phoneHref } from './client-details'

type ClientHeadProps = {
  title: RefObject<HTMLHeadingElement | null>
  entry: DirectoryEntry
  now: number
  inCharge: string | null
  reportsHref: string
}

export function ClientHead({ title, entry, now, inCharge, reportsHref }: ClientHeadProps) {
  const { client, unread, billing } = entry
  const { threadOf, viewOf, openDialog, openMenu } = useAdminDashboard()
  const isOnline = useIsPresent(client.id)
  // If the client waits, the notice below shows the message, its age and the button to answer it.
  const isWaiting = waitsSince(entry) !== null
  return (
    <header className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 items-start gap-3">
        <Avatar name={client.company_name} size="lg" />
        <div className="min-w-0">
          <h1
            ref={title}
            tabIndex={-1}
            className="flex flex-wrap items-center gap-2 text-xl font-semibold break-words text-ink"
          >
            {client.company_name}
            {!isWaiting && <CountBadge count={unread} label="unread" />}
          </h1>
          <p className="flex flex-wrap items-center gap-x-1.5 text-base text-ink-2">
            {client.contact_name}
            {isOnline && <OnlineDot />}
            {inCharge !== null && <span className="text-ink-3">· looked after by {inCharge}</span>}
          </p>
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <span className="flex flex-wrap items-center gap-x-1.5">
              <AccessStatus status={client.subscription_status} />
              <span className="text-ink-3">·</span>
              <BillingStatus billing={billing} />
              <span className="text-ink-3">· {planName(client.subscription_tier)}</span>
            </span>
            {client.user_id === null && <PendingBadge />}
            <Reasons entry={entry} now={now} isWaitShown={false} />
          </div>
        </div>
      </div>
      <div
        role="group"
        aria-label={`Actions for ${client.company_name}`}
        className="flex flex-wrap gap-2 max-sm:gap-1"
      >
        {!isWaiting && (
          <Link to={threadOf(client.id)} className={buttonClass('primary')}>
            Message
          </Link>
        )}
        <Link to={reportsHref} state={WRITE_REPORT} className={buttonClass()}>
          <FilePlus size={16} aria-hidden="true" />
          Write report
        </Link>
        <Link to={viewOf(client.id)} className={`${buttonClass()} max-sm:hidden`}>
          <Eye size={16} aria-hidden="true" />
          View as client
        </Link>
        <Button
          className="max-sm:hidden"
          icon={<Pencil size={16} aria-hidden="true" />}
          onClick={() => openDialog({ is: 'edit', client })}
        >
          Edit
        </Button>
        {/* On desktops the details with both are in the first view. */}
        <ContactLinks client={client} />
        <Button
          aria-label="More actions"
          title="More actions"
          aria-haspopup="menu"
          className="w-control px-0!"
          onClick={(event) => openMenu(client, event.currentTarget)}
        >
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
      </div>
    </header>
  )
}

function ContactLinks({ client: { contact_name, contact_email, phone } }: { client: ClientRow }) {
  return (
    <>
      {phone && <ContactLink Icon={Phone} label={`Call ${contact_name}`} href={phoneHref(phone)} />}
      <ContactLink Icon={Mail} label={`Email ${contact_name}`} href={emailHref(contact_email)} />
    </>
  )
}

function ContactLink({ Icon, label, href }: { Icon: LucideIcon; label: string; href: string }) {
  return (
    <a href={href} aria-label={label} title={label} className={`${buttonClass()} w-control px-0! lg:hidden`}>
      <Icon size={16} aria-hidden="true" />
    </a>
  )
}
