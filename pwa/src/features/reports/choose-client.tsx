// The pane beside or above the admins' list while no client is chosen: drafts, and who needs a report this week.
import { FileText, Pencil, Plus } from 'lucide-react'
import { Link } from 'react-router'

import { WRITE_REPORT } from '../../lib/navigation'
import { numberText } from '../../lib/text/numbers'
import { useDirectory } from '../../live/directory/use-directory'
import { buttonClass } from '../../ui/button'
import { cx } from '../../ui/cx'
import { ChoosePane } from '../../ui/layout/panes'
import { useReportStates } from './last-reports'

const NAMED = 3

type ChooseClientProps = { hrefOf: (clientId: string, reportId: string | null) => string }

export function ChooseClient({ hrefOf }: ChooseClientProps) {
  const states = [...useReportStates(useDirectory()).values()]
  const drafts = states.filter(({ draftId }) => draftId !== null)
  const needs = states.filter((state) => state.needs && state.draftId === null)
  const named = [...drafts, ...needs].slice(0, NAMED)
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
      title={titleOf(drafts.length, needs.length)}
      action={
        <div className="flex flex-col gap-2">
          {named.map(({ entry: { client }, draftId }, index) => (
            <Link
              key={client.id}
              to={hrefOf(client.id, draftId)}
              state={draftId === null ? WRITE_REPORT : undefined}
              className={cx(buttonClass('plain', 'sm'), index > 0 && 'choose-wide')}
            >
              {draftId === null ? (
                <Plus size={16} aria-hidden="true" className="choose-wide" />
              ) : (
                <Pencil size={16} aria-hidden="true" className="choose-wide" />
              )}
              <span>
                {draftId === null ? 'Write' : 'Continue'}{' '}
                <span className="choose-name">
                  {draftId === null ? 'for' : 'the draft for'} {client.company_name}
                </span>
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

function titleOf(drafts: number, needs: number): string {
  if (needs === 0)
    return drafts === 1 ? '1 draft is not finished' : `${numberText(drafts)} drafts are not finished`
  return needs === 1
    ? '1 client has no report this week'
    : `${numberText(needs)} clients have no report this week`
}
