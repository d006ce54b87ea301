// The pane beside or above the admins' list while no client is chosen: the clients that need a report this week.
import { FileText, Plus } from 'lucide-react'
import { Link } from 'react-router'

import { WRITE_REPORT } from '../../lib/navigation'
import { numberText } from '../../lib/text/numbers'
import { useDirectory } from '../../live/directory/use-directory'
import { buttonClass } from '../../ui/button'
import { cx } from '../../ui/cx'
import { ChoosePane } from '../../ui/layout/choose-pane'
import { useReportStates } from './last-reports'

const NAMED = 3

export function ChooseClient({ hrefOf }: { hrefOf: (clientId: string) => string }) {
  const states = [...useReportStates(useDirectory()).values()]
  const needs = states.filter((state) => state.needs && !state.hasDraft)
  const named = needs.slice(0, NAMED)
  const icon = <FileText size={22} aria-hidden="true" />
  const [first] = named
  if (first === undefined) {
    return (
      <ChoosePane icon={icon} title="Choose a client">
        Your clients are on the left. Press / to find one.
      </ChoosePane>
    )
  }
  return (
    <ChoosePane
      icon={icon}
      title={
        needs.length === 1
          ? '1 client has no report this week'
          : `${numberText(needs.length)} clients have no report this week`
      }
      action={
        <div className="flex flex-col gap-2">
          {named.map(({ entry: { client } }, index) => (
            <Link
              key={client.id}
              to={hrefOf(client.id)}
              state={WRITE_REPORT}
              className={cx(buttonClass(), index > 0 && 'choose-wide')}
            >
              <Plus size={16} aria-hidden="true" className="choose-wide" />
              <span>
                Write <span className="choose-name">for {client.company_name}</span>
              </span>
            </Link>
          ))}
        </div>
      }
    >
      <span className="choose-narrow">Next: {first.entry.client.company_name}</span>
      <span className="choose-wide">Begin one here, or choose a client on the left.</span>
    </ChoosePane>
  )
}
