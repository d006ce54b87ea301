// The six counters of the admin dashboard, read live from the replica. They respect reduced motion.
import {
  Bot,
  CircleCheck,
  CirclePause,
  type LucideIcon,
  ShieldCheck,
  UserRoundPlus,
  Users,
} from 'lucide-react'

import { numberText } from '../../lib/text/numbers'
import type { Tally } from '../../live/directory/use-directory'
import { useRows } from '../../live/view'
import { cx } from '../../ui/cx'
import { Skeleton } from '../../ui/feedback/skeleton'
import { WIDE_BAND } from '../../ui/layout/page'

/** `tally` is null until all rows have arrived. */
export function Counters({ tally }: { tally: Tally | null }) {
  const counts = useRows(
    'w',
    async (replica) => ({
      admins: await replica.admins.count(),
      bots: await replica.chatbots.filter((bot) => bot.status === 'active' && !bot.deleted_at).count(),
    }),
    [],
  )
  const { admins, bots } = counts.is === 'ready' ? counts : { admins: undefined, bots: undefined }
  // Show a dash, not a skeleton, because the counts will not arrive. The list below shows the error.
  const isStuck = counts.is === 'failed'
  return (
    <dl
      aria-label="Counters"
      className={cx('counters grid shrink-0 gap-2 sm:grid-cols-3 lg:grid-cols-6 lg:gap-3', WIDE_BAND)}
    >
      <Counter Icon={Users} name="Total Clients" count={tally?.total} isStuck={isStuck} />
      <Counter
        Icon={CircleCheck}
        name="Active Subscriptions"
        count={tally?.active}
        isStuck={isStuck}
        tone="text-good"
      />
      <Counter Icon={CirclePause} name="Inactive Subscriptions" count={tally?.inactive} isStuck={isStuck} />
      <Counter Icon={Bot} name="Active Chatbots" count={bots} isStuck={isStuck} />
      <Counter Icon={ShieldCheck} name="Admin Users" count={admins} isStuck={isStuck} />
      <Counter
        Icon={UserRoundPlus}
        name="Pending Setup"
        count={tally?.pending}
        isStuck={isStuck}
        tone="text-warn"
      />
    </dl>
  )
}

type CounterProps = {
  Icon: LucideIcon
  name: string
  count: number | undefined
  isStuck: boolean
  tone?: string
}

function Counter({ Icon, name, count, isStuck, tone = 'text-ink-3' }: CounterProps) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end rounded-lg border border-line bg-surface px-3 py-2 shadow-1 lg:px-3.5 lg:py-2.5">
      <dt className="flex items-center gap-1.5 text-xs leading-tight text-ink-2">
        <Icon size={13} aria-hidden="true" className={cx('counter-icon shrink-0', tone)} />
        {name}
      </dt>
      <dd className="tabular text-xl leading-tight font-semibold text-ink">
        {count === undefined && isStuck ? (
          '—'
        ) : count === undefined ? (
          <Skeleton className="my-1 h-5 w-10" />
        ) : (
          <span key={count} className="inline-block motion-safe:animate-pop-in">
            {numberText(count)}
          </span>
        )}
      </dd>
    </div>
  )
}
