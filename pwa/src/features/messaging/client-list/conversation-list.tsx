// The admins' list of conversations: the clients that wait, longest first, or all by company.
import { MessagesSquare } from 'lucide-react'
import { type RefObject, useMemo, useState } from 'react'

import { recall, remember } from '../../../lib/storage'
import { numberText } from '../../../lib/text/numbers'
import {
  type DirectoryEntry,
  longestWaits,
  matching,
  useDirectory,
  waitsSince,
} from '../../../live/directory/use-directory'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { Segments } from '../../../ui/form/segments'
import { useMinute } from '../../../ui/hooks/use-now'
import { ClientList } from '../../../ui/list/client-list'
import { ITEM_HEIGHT, ClientListItem } from './item'

const PART_KEY = 'conversations_part'
type Part = 'waiting' | 'all'
const NONE: readonly DirectoryEntry[] = []

type ConversationListProps = {
  selected: string | null
  /** The address of a client's conversation. */
  hrefOf: (clientId: string) => string
  list: RefObject<HTMLDivElement | null>
}

export function ConversationList({ selected, hrefOf, list }: ConversationListProps) {
  const directory = useDirectory()
  const now = useMinute()
  const all = directory.is === 'ready' ? directory.byCompany : NONE
  const waits = useMemo(() => longestWaits(all), [all])
  const [chosen, setChosen] = useState(() => recall(PART_KEY))
  // Until the admin has chosen, the clients that wait come first, as long as there are any. A link to another client
  // opens the list of all, so that the selected client is in the list.
  const [linked] = useState(selected)
  const [isLinkWaiting, setLinkWaiting] = useState<boolean | null>(null)
  const isIncluded = linked === null || waits.some(({ client }) => client.id === linked)
  if (isLinkWaiting === null && directory.is === 'ready' && directory.isWhole) setLinkWaiting(isIncluded)
  const isWaiting = chosen === null ? waits.length > 0 && (isLinkWaiting ?? isIncluded) : chosen === 'waiting'
  const choose = (part: Part) => {
    setChosen(part)
    remember(PART_KEY, part)
  }
  const count = directory.is === 'ready' && directory.isWhole ? ` ${numberText(waits.length)}` : ''
  return (
    <ClientList
      label="Conversations"
      source={directory}
      matching={matching}
      above={
        <Segments
          label="Conversations shown"
          isLabelHidden
          value={isWaiting ? 'waiting' : 'all'}
          options={[
            { value: 'waiting', label: `Waiting${count}` },
            { value: 'all', label: 'All' },
          ]}
          onChange={choose}
        />
      }
      only={isWaiting ? waits : undefined}
      nothing={
        <EmptyState
          icon={<MessagesSquare size={22} aria-hidden="true" />}
          title="Nobody waits for an answer"
          action={<Button onClick={() => choose('all')}>Show all</Button>}
        />
      }
      selected={selected}
      rowHeight={ITEM_HEIGHT}
      scroller={list}
    >
      {(entry, isSelected, focus) => (
        <ClientListItem
          entry={entry}
          href={hrefOf(entry.client.id)}
          isSelected={isSelected}
          now={now}
          since={isWaiting ? waitsSince(entry) : null}
          focus={focus}
        />
      )}
    </ClientList>
  )
}
