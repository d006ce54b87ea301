// The top of a client's profile: who is signed in for which company, and who looks after them.
import { Link } from 'react-router'

import type { ClientRow } from '../../../db/rows/clients'
import { PRODUCT_NAME } from '../../../lib/product'
import { useSyncStatus } from '../../../live/live'
import { firstNameOf, useTeam } from '../../../live/team'
import { Avatar } from '../../../ui/avatar'
import { buttonClass } from '../../../ui/button'
import { ContactFace } from '../../../ui/contact-face'
import { SPLIT_BODY, SPLIT_CARD } from '../../../ui/layout/section'

type IdentityCardProps = { client: ClientRow; messagesHref: string }

export function IdentityCard({ client, messagesHref }: IdentityCardProps) {
  const { name } = useSyncStatus()
  const own = name || client.contact_name
  return (
    <section aria-label="You" className={SPLIT_CARD}>
      <div className="flex items-center gap-4 p-4 sm:px-5">
        <Avatar name={own} size="xl" />
        <div className="min-w-0">
          <h2 className="truncate text-lg font-semibold text-ink">{own}</h2>
          <p className="truncate text-base text-ink-2">{client.company_name}</p>
        </div>
      </div>
      <div className={SPLIT_BODY}>
        <Contact messagesHref={messagesHref} />
      </div>
    </section>
  )
}

/** Has the same height in all states, so that the form below does not move. */
function Contact({ messagesHref }: Pick<IdentityCardProps, 'messagesHref'>) {
  const team = useTeam()
  const contact = team.is === 'ready' ? team.contact : null
  return (
    <div className="flex h-full items-center gap-3 border-t border-line px-4 py-3 sm:px-5">
      <ContactFace contact={team.is === 'loading' ? undefined : contact} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-base leading-5 font-medium text-ink">
          {contact ?? `${PRODUCT_NAME} team`}
        </p>
        <p className="truncate text-sm text-ink-3">
          {contact === null ? 'Real people reply here' : 'Looks after you'}
        </p>
      </div>
      <Link
        to={messagesHref}
        aria-label={`Message ${firstNameOf(contact) ?? 'your team'}`}
        className={buttonClass('bordered')}
      >
        Message
      </Link>
    </div>
  )
}
