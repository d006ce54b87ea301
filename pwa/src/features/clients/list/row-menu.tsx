// Menu of a client's row, with the less frequent actions.
import {
  BellOff,
  BellRing,
  Bot,
  Eye,
  FileSpreadsheet,
  type LucideIcon,
  MailPlus,
  Pencil,
  ScanSearch,
  UserRoundCheck,
} from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'react-router'

import type { ClientRow } from '../../../db/rows/rows'
import type { DirectoryEntry } from '../../../live/directory/use-directory'
import { Popover } from '../../../ui/overlay/popover'

export type Choice = 'edit' | 'invite' | 'link' | 'script' | 'history' | 'scan' | 'snooze' | 'wake'

type RowMenuProps = {
  entry: DirectoryEntry | undefined
  anchor: RefObject<HTMLElement | null>
  /** URL of an admin's view as this client. */
  viewOf: (clientId: string) => string
  onClose: () => void
  onChoose: (choice: Choice, client: ClientRow) => void
}

/** Reason code of a client whose email address has an unlinked account. */
const WAITS = 'link'
const ITEM_CLASS =
  'flex h-control items-center gap-2.5 rounded-md px-2.5 text-left text-base text-ink transition-colors duration-150 hover:bg-hover active:bg-pressed'

export function RowMenu({ entry, anchor, viewOf, onClose, onChoose }: RowMenuProps) {
  if (entry === undefined) return null
  const { client, attention } = entry
  const isPending = client.user_id === null
  const choose = (choice: Choice) => () => {
    // Focus the row first: the dialog returns the focus to what had it, and the menu is removed by then.
    anchor.current?.focus()
    onClose()
    onChoose(choice, client)
  }
  return (
    <Popover open onClose={onClose} anchor={anchor} label={`More for ${client.company_name}`}>
      <p className="truncate border-b border-line px-3.5 py-2.5 text-sm font-semibold text-ink">
        {client.company_name}
      </p>
      <div className="flex flex-col p-1.5">
        <Item Icon={Pencil} name="Edit client" onClick={choose('edit')} />
        <Link to={viewOf(client.id)} className={ITEM_CLASS}>
          <Eye size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
          View as client
        </Link>
        <Item Icon={Bot} name="Chatbot script" onClick={choose('script')} />
        <Item Icon={FileSpreadsheet} name="Chat history" onClick={choose('history')} />
        {attention?.reasons.some((reason) => reason.code === WAITS) === true && (
          <Item Icon={UserRoundCheck} name="Link account" onClick={choose('link')} />
        )}
        {isPending && <Item Icon={MailPlus} name="Send invitation" onClick={choose('invite')} />}
        {!isPending && client.website_url !== null && (
          <Item Icon={ScanSearch} name="Scan website now" onClick={choose('scan')} />
        )}
        {attention !== undefined && attention.snoozed_until === null && (
          <Item Icon={BellOff} name="Snooze attention" onClick={choose('snooze')} />
        )}
        {attention !== undefined && attention.snoozed_until !== null && (
          <Item Icon={BellRing} name="End snooze" onClick={choose('wake')} />
        )}
      </div>
    </Popover>
  )
}

function Item({ Icon, name, onClick }: { Icon: LucideIcon; name: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className={ITEM_CLASS}>
      <Icon size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
      {name}
    </button>
  )
}
