// One admin: who it is, when last active, whether a second factor protects the account, and their clients.
import { Check, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'

import type { AdminRow } from '../../../db/rows/clients'
import { ageText, shortDateText } from '../../../lib/text/days'
import { countedText, numberText } from '../../../lib/text/numbers'
import {
  type DirectoryEntry,
  longestWaits,
  waitsSince,
  waitTone,
} from '../../../live/directory/use-directory'
import { Badge } from '../../../ui/badge'
import { buttonClass } from '../../../ui/button'
import { Face } from '../../../ui/face'
import { Time } from '../../../ui/time'
import type { AdminSignIn } from '../remote'
import { ClientLinks } from './client-links'
import { CopyId } from './copy-id'

/** The clients that an admin looks after, and the number of reports published in the last 30 days. */
interface AdminWork {
  clients: readonly DirectoryEntry[]
  reports: number
}

type AdminCardProps = {
  admin: AdminRow
  signIn: AdminSignIn | undefined
  /** Null until it is read. */
  work: AdminWork | null
  /** Null for other admins: only the admin can turn two-factor on. */
  securityHref: string | null
  now: number
}

export function AdminCard({ admin, signIn, work, securityHref, now }: AdminCardProps) {
  return (
    <li className="rounded-lg border border-line bg-surface p-4 shadow-1 sm:p-5">
      <div className="admin-head">
        <div className="flex min-w-0 items-center gap-4">
          <Face name={admin.name} size="xl" />
          <div className="min-w-0 flex-1 text-sm text-ink-3">
            <p className="flex items-center gap-2 text-lg font-semibold text-ink">
              <span className="truncate">{admin.name}</span>
              {securityHref !== null && <Badge tone="primary">You</Badge>}
            </p>
            <p className="truncate text-base text-ink-2">{admin.email}</p>
            <p className="admin-line">{signIn !== undefined && <LastActive signIn={signIn} now={now} />}</p>
          </div>
        </div>
        <Numbers work={work} now={now} />
        <div className="admin-factor">
          {signIn !== undefined && <Factor isOn={signIn.has_second_factor} securityHref={securityHref} />}
        </div>
      </div>
      <div className="mt-4 border-t border-line pt-3">
        {work !== null && (
          <>
            <p className="text-sm font-medium text-ink-2">{clientsText(work.clients.length)}</p>
            {work.clients.length > 0 && securityHref === null && (
              <p className="text-sm text-ink-3">
                To take one over, open it and write its next report: from then on you look after it.
              </p>
            )}
            {work.clients.length > 0 && (
              <div className="mt-2">
                <ClientLinks label={`Clients of ${admin.name}`} entries={work.clients} now={now} />
              </div>
            )}
          </>
        )}
        <div className="mt-3 flex flex-wrap items-center gap-x-4 text-sm text-ink-3">
          <p>Admin since {shortDateText(admin.created_at)}</p>
          <CopyId id={admin.id} />
        </div>
      </div>
    </li>
  )
}

function clientsText(count: number): string {
  return count === 0 ? 'Looks after no client yet' : `Looks after ${countedText(count, 'client')}`
}

/** The three numbers. A dash in place of each until they are read. */
function Numbers({ work, now }: { work: AdminWork | null; now: number }) {
  const waits = work === null ? [] : longestWaits(work.clients)
  const since = waits[0] === undefined ? null : waitsSince(waits[0])
  const tone = since === null ? '' : waitTone(since, now) === 'bad' ? 'text-bad' : 'text-warn'
  const shown = (number: number | undefined) => (number === undefined ? '—' : numberText(number))
  return (
    <dl className="admin-numbers">
      <Figure name="Clients" text={shown(work?.clients.length)} />
      <Figure
        name="Waiting for an answer"
        text={shown(work === null ? undefined : waits.length)}
        tone={tone}
      />
      <Figure name="Reports in 30 days" text={shown(work?.reports)} />
    </dl>
  )
}

function Figure({ name, text, tone = '' }: { name: string; text: string; tone?: string }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className={`tabular text-xl font-semibold ${tone || 'text-ink'}`}>{text}</dd>
    </div>
  )
}

function LastActive({ signIn, now }: { signIn: AdminSignIn; now: number }) {
  if (signIn.last_active_at === null) return 'Not signed in'
  return (
    <Time at={signIn.last_active_at} className="py-0.5">
      Active {ageText(signIn.last_active_at, now).toLowerCase()}
    </Time>
  )
}

function Factor({ isOn, securityHref }: { isOn: boolean; securityHref: string | null }) {
  if (isOn)
    return (
      <Badge tone="good">
        <Check size={12} aria-hidden="true" /> Two-factor
      </Badge>
    )
  return (
    <>
      <Badge tone="warn">
        <TriangleAlert size={12} aria-hidden="true" /> No two-factor
      </Badge>
      {securityHref !== null && (
        <Link to={securityHref} className={buttonClass('bordered', 'sm')}>
          Turn on<span className="sr-only"> two-factor</span>
        </Link>
      )}
    </>
  )
}
