// Messaging: a client's own conversation, or an admin's list of clients beside the selected one.
import { type CSSProperties, type ReactNode, useRef } from 'react'

import { useMember } from '../../live/view'
import { cx } from '../../ui/cx'
import { DetailTransition } from '../../ui/layout/detail-transition'
import { LoadError } from '../../ui/feedback/load-error'
import { NoClient } from '../../ui/feedback/no-client'
import { useMedia } from '../../ui/hooks/use-media'
import { ChooseConversation } from './choose-conversation'
import { ConversationList } from './client-list/conversation-list'
import { Thread } from './thread/thread'
import { ConversationSkeleton } from './thread/list/skeleton'
import { ShareBar } from './composer/share-bar'
import { useKeyboardInset } from './composer/use-keyboard-inset'

/** The media query for a panel beside the conversation, which then still has 560 px. */
const HAS_PANEL = '(min-width: 80rem)'

type MessagingScreenProps = {
  /** The client an admin has selected. */
  selected: string | null
  hrefOf: (clientId: string) => string
  /** URL of a client's page, for admins. */
  clientOf?: ((clientId: string) => string) | undefined
  /** Returns the panel beside an admin's open conversation on desktops. */
  beside?: ((clientId: string) => ReactNode) | undefined
  /** Returns to the list, on screens that show either the list or the conversation. */
  onBack: () => void
}

const NO_MEMBER = { role: null, client_id: null }

export function MessagingScreen({ selected, hrefOf, clientOf, beside, onBack }: MessagingScreenProps) {
  const member = useMember()
  const { role, client_id } = member.is === 'ready' ? member : NO_MEMBER
  const inset = useKeyboardInset()
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <div
      style={inset === 0 ? undefined : aboveKeyboard(inset)}
      className="@container/messaging flex min-h-0 flex-1 flex-col"
    >
      <h1 className={role === 'admin' && selected === null ? 'choose-title' : 'sr-only'}>Messaging</h1>
      {member.is === 'failed' && (
        <LoadError className="m-4" onRetry={member.retry}>
          Error loading messages. Please try again later.
        </LoadError>
      )}
      {member.is === 'loading' && <ConversationSkeleton />}
      {role === 'client' && client_id === null && <NoClient />}
      {role === 'client' && client_id !== null && (
        <Thread
          key={client_id}
          clientId={client_id}
          viewerRole="client"
          field={field}
          onBack={onBack}
          onLeave={() => field.current?.blur()}
        />
      )}
      {role === 'admin' && <AdminPanes {...{ selected, hrefOf, clientOf, beside, onBack }} />}
    </div>
  )
}

/** The keyboard covers the phone's rounded corners too, so the composer needs no distance from them. */
function aboveKeyboard(inset: number): CSSProperties {
  return { paddingBottom: inset, ['--safe-bottom' as string]: '0px' }
}

function AdminPanes({ selected, hrefOf, clientOf, beside, onBack }: MessagingScreenProps) {
  const hasPanel = useMedia(HAS_PANEL)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  // Move the focus to the list if it is visible; otherwise navigate back to it.
  const leaveField = () => {
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    const row = [...rows].find((one) => one.ariaCurrent === 'page') ?? rows[0]
    if (row === undefined || row.offsetParent === null) onBack()
    else row.focus()
  }
  return (
    <div className={cx('panes flex min-h-0 flex-1', selected === null && 'choose-split')}>
      <div
        className={cx(
          'choose-list pane-list min-h-0 w-full flex-col bg-surface',
          selected === null ? 'flex' : 'hidden',
        )}
      >
        <ConversationList selected={selected} hrefOf={hrefOf} list={list} />
        {selected === null && <ShareBar />}
      </div>
      {selected === null ? (
        <ChooseConversation hrefOf={hrefOf} />
      ) : (
        <DetailTransition key={selected}>
          <Thread
            clientId={selected}
            viewerRole="admin"
            clientHref={clientOf?.(selected)}
            hrefOf={hrefOf}
            field={field}
            onBack={onBack}
            onLeave={leaveField}
          />
        </DetailTransition>
      )}
      {selected !== null && hasPanel && beside?.(selected)}
    </div>
  )
}
