// The admins' list of clients by company, beside the selected client's reports.
import { useRef } from 'react'
import { Link } from 'react-router'

import { matching, useDirectory } from '../../live/directory/use-directory'
import { Avatar } from '../../ui/avatar'
import { cx } from '../../ui/cx'
import { ClientList } from '../../ui/list/client-list'

const ROW_HEIGHT = 56

type ClientPickerProps = { selected: string | null; hrefOf: (clientId: string) => string }

export function ClientPicker({ selected, hrefOf }: ClientPickerProps) {
  const directory = useDirectory()
  const list = useRef<HTMLDivElement>(null)
  return (
    <ClientList
      label="Clients by company"
      source={directory}
      matching={matching}
      selected={selected}
      rowHeight={ROW_HEIGHT}
      scroller={list}
    >
      {({ client }, isSelected, focus) => (
        <Link
          {...focus}
          to={hrefOf(client.id)}
          aria-current={isSelected ? 'page' : undefined}
          className={cx(
            'mx-1.5 my-0.5 flex h-[calc(100%-0.25rem)] items-center gap-3 rounded-md px-2.5 focus-visible:outline-offset-[-2px]',
            isSelected ? 'bg-primary-soft' : 'hover:bg-hover',
          )}
        >
          <Avatar name={client.company_name} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-base font-medium text-ink">{client.company_name}</span>
            <span className="block truncate text-sm text-ink-3">
              {client.user_id === null ? 'Not signed up yet' : client.contact_name}
            </span>
          </span>
        </Link>
      )}
    </ClientList>
  )
}
