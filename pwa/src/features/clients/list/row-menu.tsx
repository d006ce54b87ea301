// Menu of a client's row: the less frequent actions, and those that do not fit into the row.
import {
  BellOff,
  BellRing,
  Bot,
  CircleCheck,
  CirclePause,
  CirclePlay,
  Eye,
  FileText,
  History,
  type LucideIcon,
  MailPlus,
  MessagesSquare,
  Pencil,
  ScanSearch,
  SquareCheck,
  UserRoundCheck,
  Video,
} from 'lucide-react'
import type { RefObject } from 'react'

import type { ClientRow } from '../../../db/rows/clients'
import { type DirectoryEntry, waitsSince } from '../../../live/directory/use-directory'
import { useMedia } from '../../../ui/hooks/use-media'
import { Menu, type MenuItem } from '../../../ui/overlay/menu'
import { useAdminDashboard } from '../admin-dashboard'
import { UNFOLDED } from './row-actions'

export type Choice = 'edit' | 'invite' | 'link' | 'video' | 'script' | 'history' | 'scan' | 'snooze' | 'wake'

type RowMenuProps = {
  entry: DirectoryEntry | undefined
  anchor: RefObject<HTMLElement | null>
  /** Whether it is the menu of the client's page, which shows other actions beside it. */
  isOnPage: boolean
  onClose: () => void
  onChoose: (choice: Choice, client: ClientRow) => void
}

/** The code of the reason for attention that an unlinked account has the client's email address. */
const UNLINKED_ACCOUNT = 'link'

const NONE: readonly string[] = []
/** The actions beside the menu: in an unfolded row, and on a client's page. */
const IN_ROW = ['Message', 'Reports', 'Video', 'Chatbot', 'History', 'Deactivate', 'Activate']
const ON_PAGE = ['Message']
const ON_WIDE_PAGE = ['Message', 'Edit Client', 'View as client']
const WIDE_PAGE = '(min-width: 40rem)'
/** The media query for the list as a table, with a checkbox in each row. */
const TABLE = '(min-width: 64rem)'

export function RowMenu({ entry, anchor, isOnPage, onClose, onChoose }: RowMenuProps) {
  const {
    isOffline,
    threadOf,
    reportsOf,
    viewOf,
    switchAccess,
    endWait,
    choose: select,
  } = useAdminDashboard()
  const isUnfolded = useMedia(UNFOLDED)
  const isWide = useMedia(WIDE_PAGE)
  const isCard = !useMedia(TABLE) && !isOnPage
  const shown = isOnPage ? (isWide ? ON_WIDE_PAGE : ON_PAGE) : isUnfolded ? IN_ROW : NONE
  if (entry === undefined) return null
  const { client, attention } = entry
  const { id, company_name, user_id, website_url, subscription_status } = client
  const isPending = user_id === null
  const isActive = subscription_status === 'active'
  const choose = (Icon: LucideIcon, label: string, choice: Choice): MenuItem => ({
    label,
    icon: <Icon size={16} />,
    onSelect: () => onChoose(choice, client),
  })
  const follow = (Icon: LucideIcon, label: string, to: string): MenuItem => ({
    label,
    icon: <Icon size={16} />,
    to,
  })
  const items: MenuItem[] = [
    follow(MessagesSquare, 'Message', threadOf(id)),
    follow(FileText, 'Reports', reportsOf(id)),
    choose(Video, 'Video', 'video'),
    choose(Bot, 'Chatbot', 'script'),
    choose(History, 'History', 'history'),
    { ...choose(Pencil, 'Edit Client', 'edit'), startsGroup: true },
    follow(Eye, 'View as client', viewOf(id)),
  ]
  if (waitsSince(entry) !== null)
    items.push({ label: 'No answer needed', icon: <CircleCheck size={16} />, onSelect: () => endWait(entry) })
  if (attention?.reasons.some((reason) => reason.code === UNLINKED_ACCOUNT) === true)
    items.push(choose(UserRoundCheck, 'Link account', 'link'))
  if (isPending) items.push(choose(MailPlus, 'Send invitation', 'invite'))
  else if (website_url !== null)
    items.push({ ...choose(ScanSearch, 'Scan website now', 'scan'), disabled: isOffline })
  if (attention !== undefined) {
    items.push(
      attention.snoozed_until === null
        ? choose(BellOff, 'Snooze attention', 'snooze')
        : { ...choose(BellRing, 'End snooze', 'wake'), disabled: isOffline },
    )
  }
  // A tap on the picture does the same, but users cannot know that.
  if (isCard)
    items.push({ label: 'Select', icon: <SquareCheck size={16} />, onSelect: () => select(id, true) })
  items.push({
    label: isActive ? 'Deactivate' : 'Activate',
    icon: isActive ? <CirclePause size={16} /> : <CirclePlay size={16} />,
    onSelect: () => switchAccess([client], isActive ? 'inactive' : 'active'),
    startsGroup: true,
    disabled: isOffline,
  })
  const listed = items.filter(({ label }) => !shown.includes(label))
  return (
    <Menu
      open
      onClose={onClose}
      anchor={anchor}
      label={`Actions for ${company_name}`}
      title={company_name}
      {...(listed.some(({ disabled }) => disabled === true) && { note: 'Some actions need a connection.' })}
      items={listed}
    />
  )
}
