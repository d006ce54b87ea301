// What can be done to one client from its row: access, video, chatbot, history, message, reports, and the rest in a menu.
import { Bot, Ellipsis, FileSpreadsheet, FileText, MessagesSquare, Video } from 'lucide-react'
import { Link } from 'react-router'

import type { ClientRow } from '../../db/rows'
import { Button, IconButton } from '../../ui/button'
import { cx } from '../../ui/cx'
import { useDesk } from './desk'

// Made once: ten thousand rows scroll by.
const VIDEO = <Video size={16} aria-hidden="true" />
const CHATBOT = <Bot size={16} aria-hidden="true" />
const HISTORY = <FileSpreadsheet size={16} aria-hidden="true" />
const MESSAGE = <MessagesSquare size={16} aria-hidden="true" />
const REPORTS = <FileText size={16} aria-hidden="true" />
const MORE = <Ellipsis size={16} aria-hidden="true" />
const LINK =
  'inline-flex size-control-small shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors duration-150 hover:bg-hover hover:text-ink active:bg-pressed'

export function RowActions({ client, className }: { client: ClientRow; className?: string }) {
  const desk = useDesk()
  const isActive = client.subscription_status === 'active'
  const name = client.company_name
  return (
    // Above the link that covers the row.
    <div role="group" aria-label={`Actions for ${name}`} className={cx('relative z-[1] flex items-center', className)}>
      <Button
        size="sm"
        tone="quiet"
        className="w-[5.75rem] px-0!"
        onClick={() => desk.switchAccess([client], isActive ? 'inactive' : 'active')}
      >
        {isActive ? 'Deactivate' : 'Activate'}
      </Button>
      <IconButton size="sm" label="Video" onClick={() => desk.ask({ is: 'video', client })}>
        {VIDEO}
      </IconButton>
      {/* Where there is no room they are in the menu. */}
      <IconButton size="sm" label="Chatbot" className="max-xl:hidden" onClick={() => desk.ask({ is: 'script', client })}>
        {CHATBOT}
      </IconButton>
      <IconButton size="sm" label="History" className="max-xl:hidden" onClick={() => desk.ask({ is: 'history', client })}>
        {HISTORY}
      </IconButton>
      <Link to={desk.threadOf(client.id)} aria-label="Message" title="Message" className={LINK}>
        {MESSAGE}
      </Link>
      <Link to={desk.reportsOf(client.id)} aria-label="Reports" title="Reports" className={LINK}>
        {REPORTS}
      </Link>
      <IconButton size="sm" label="More" aria-haspopup="dialog" onClick={(event) => desk.openMenu(client, event.currentTarget)}>
        {MORE}
      </IconButton>
    </div>
  )
}
