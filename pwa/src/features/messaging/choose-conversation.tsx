// The clients that wait longest, beside or above the admins' list while no conversation is open.
import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'

import { durationText } from '../../lib/text/days'
import { numberText } from '../../lib/text/numbers'
import { longestWaits, useDirectory, waitsSince, withoutSnoozed } from '../../live/directory/use-directory'
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
  const [next] = withoutSnoozed(waits, now)
  const since = next === undefined ? null : waitsSince(next)
  const icon = <MessagesSquare size={22} aria-hidden="true" />
  if (waits.length === 0) {
    return (
      <ChoosePane icon={icon} title="Choose a conversation">
        Your clients are on the left, by company. Press / to find one.
      </ChoosePane>
    )
  }
  return (
    <ChoosePane
      icon={icon}
      title={
        waits.length === 1
          ? '1 client waits for an answer.'
          : `${numberText(waits.length)} clients wait for an answer.`
      }
      action={
        next && (
          <Link to={hrefOf(next.client.id)} className={buttonClass('primary')}>
            <span>
              Answer <span className="choose-name">{next.client.company_name}</span>
            </span>
          </Link>
        )
      }
      list={<WaitingClients waits={waits} hrefOf={hrefOf} now={now} />}
    >
      {next === undefined || since === null ? (
        `${waits.length === 1 ? 'It is' : 'All are'} snoozed.`
      ) : (
        <>
          {waits.length > 1 && (next === waits[0] ? 'Longest: ' : 'Longest that is not snoozed: ')}
          {next.client.company_name}, {durationText(now - Date.parse(since))}.
        </>
      )}
    </ChoosePane>
  )
}
