// What to do while no conversation is open. Phones show it above the admins' list; desktops open the conversation that
// waits longest instead.
import { MessagesSquare } from 'lucide-react'
import { Link, Navigate } from 'react-router'

import { durationText } from '../../lib/text/days'
import { numberText } from '../../lib/text/numbers'
import { longestWaits, useDirectory, waitsSince } from '../../live/directory/use-directory'
import { buttonClass } from '../../ui/button'
import { ChoosePane, ChoosePaneSkeleton } from '../../ui/layout/panes'
import { useMedia } from '../../ui/hooks/use-media'
import { useMinute } from '../../ui/hooks/use-now'
import { ConversationSkeleton } from './thread/list/skeleton'

/** The media query for a window that shows the list and a conversation beside each other. */
const IS_SPLIT = '(min-width: 64rem)'

export function ChooseConversation({ hrefOf }: { hrefOf: (clientId: string) => string }) {
  const directory = useDirectory()
  const now = useMinute()
  const isSplit = useMedia(IS_SPLIT)
  if (isSplit && directory.is === 'loading') return <ConversationSkeleton />
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
  if (isSplit) return <Navigate to={hrefOf(id)} replace />
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
    >
      {waits.length > 1 && 'Longest: '}
      {company_name}, {durationText(now - Date.parse(since))}.
    </ChoosePane>
  )
}
