// The clients that wait longest, beside or above the admins' list while no conversation is open.
import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'

import { durationText } from '../../lib/text/days'
import { numberText } from '../../lib/text/numbers'
import { longestWaits, useDirectory, waitsSince } from '../../live/directory/use-directory'
import { buttonClass } from '../../ui/button'
import { ChoosePane, ChoosePaneSkeleton } from '../../ui/layout/panes'
import { useMinute } from '../../ui/hooks/use-now'
import { WaitingClients } from './client-list/waiting-clients'

/** Opens no conversation by itself, because an open one counts as read for the whole team. */
export function ChooseConversation({ hrefOf }: { hrefOf: (clientId: string) => string }) {
  const directory = useDirectory()
  const now = useMinute()
  if (directory.is === 'loading' || (directory.is === 'ready' && !directory.isWhole))
    return <ChoosePaneSkeleton />
  const waits = directory.is === 'ready' ? longestWaits(directory.byCompany) : []
  const [longest] = waits
  const since = longest === undefined ? null : waitsSince(longest)
  const icon = <MessagesSquare size={22} aria-hidden="true" />
  if (longest === undefined || since === null) {
    return (
      <ChoosePane icon={icon} title="Choose a conversation">
        Your clients are on the left, by company. Press / to find one.
      </ChoosePane>
    )
  }
  const { id, company_name } = longest.client
  return (
    <ChoosePane
      icon={icon}
      title={
        waits.length === 1
          ? '1 client waits for an answer.'
          : `${numberText(waits.length)} clients wait for an answer.`
      }
      action={
        <Link to={hrefOf(id)} className={buttonClass('primary')}>
          <span>
            Answer <span className="choose-name">{company_name}</span>
          </span>
        </Link>
      }
      list={<WaitingClients waits={waits} hrefOf={hrefOf} now={now} />}
    >
      {waits.length > 1 && 'Longest: '}
      {company_name}, {durationText(now - Date.parse(since))}.
    </ChoosePane>
  )
}
