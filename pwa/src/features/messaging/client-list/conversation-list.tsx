// The admins' list of conversations: all by company, or on request only those that wait, longest first.
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
  const [part, setPart] = useState<Part>(() => (recall(PART_KEY) === 'waiting' ? 'waiting' : 'all'))
  const choose = (next: Part) => {
    setPart(next)
    remember(PART_KEY, next)
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
          value={part}
          options={[
            { value: 'all', label: 'All' },
            { value: 'waiting', label: `Waiting${count}` },
          ]}
          onChange={choose}
        />
      }
      only={part === 'waiting' ? waits : undefined}
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
          since={waitsSince(entry)}
          focus={focus}
        />
      )}
    </ClientList>
  )
}
