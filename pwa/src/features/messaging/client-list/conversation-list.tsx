// The admins' list of conversations, sorted by company.
import type { RefObject } from 'react'

import { matching, useDirectory } from '../../../live/directory/use-directory'
import { useMinute } from '../../../ui/hooks/use-now'
import { ClientList } from '../../../ui/list/client-list'
import { ITEM_HEIGHT, ClientListItem } from './item'

type ConversationListProps = {
  selected: string | null
  /** The address of a client's conversation. */
  hrefOf: (clientId: string) => string
  list: RefObject<HTMLDivElement | null>
}

export function ConversationList({ selected, hrefOf, list }: ConversationListProps) {
  const directory = useDirectory()
  const now = useMinute()
  return (
    <ClientList
      label="Conversations"
      source={directory}
      matching={matching}
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
          focus={focus}
        />
      )}
    </ClientList>
  )
}
