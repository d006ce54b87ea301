// The panel beside the admins' list while no client is chosen: the clients that need a report this week.
import { FileText, Plus } from 'lucide-react'
import { Link } from 'react-router'

import { WRITE_REPORT } from '../../lib/navigation'
import { numberText } from '../../lib/text/numbers'
import { useDirectory } from '../../live/directory/use-directory'
import { buttonClass } from '../../ui/button'
import { EmptyState } from '../../ui/feedback/empty-state'
import { useReportStates } from './last-reports'

const NAMED = 3

export function ChooseClient({ hrefOf }: { hrefOf: (clientId: string) => string }) {
  const states = [...useReportStates(useDirectory()).values()]
  const needs = states.filter((state) => state.needs && !state.hasDraft)
  const named = needs.slice(0, NAMED)
  const common = {
    icon: <FileText size={22} aria-hidden="true" />,
    className: 'hidden flex-1 @3xl/reports:flex',
  }
  if (named.length === 0) {
    return (
      <EmptyState {...common} title="Choose a client">
        Your clients are on the left. Press / to find one.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      {...common}
      title={
        needs.length === 1
          ? '1 client has no report this week'
          : `${numberText(needs.length)} clients have no report this week`
      }
      action={
        <div className="flex flex-col gap-2">
          {named.map(({ entry: { client } }) => (
            <Link key={client.id} to={hrefOf(client.id)} state={WRITE_REPORT} className={buttonClass()}>
              <Plus size={16} aria-hidden="true" />
              Write for {client.company_name}
            </Link>
          ))}
        </div>
      }
    >
      Begin one here, or choose a client on the left.
    </EmptyState>
  )
}
