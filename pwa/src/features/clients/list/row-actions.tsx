// What can be done to one client from its row: access, video, chatbot, history, message, reports, and the rest in a menu.
import { Bot, Ellipsis, FileSpreadsheet, FileText, MessagesSquare, Video } from 'lucide-react'

import type { ClientRow } from '../../../db/rows/rows'
import { Button, IconButton } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { useDesk } from '../admin-dashboard'

// Ten thousand rows scroll by. What is made once is not drawn anew for another client, and what is pressed is heard by
// one ear for all of them (use-row-actions.ts).
const SWITCH_LOOK = 'w-[5.75rem] px-0!'
const ACTIVATE = (
  <Button size="sm" tone="quiet" className={SWITCH_LOOK} data-act="active">
    Activate
  </Button>
)
const DEACTIVATE = (
  <Button size="sm" tone="quiet" className={SWITCH_LOOK} data-act="inactive">
    Deactivate
  </Button>
)
// Chatbot and history are in the menu where there is no room for them.
const DIALOGS = (
  <>
    <IconButton size="sm" label="Video" data-act="video">
      <Video size={16} aria-hidden="true" />
    </IconButton>
    <IconButton size="sm" label="Chatbot" className="max-xl:hidden" data-act="script">
      <Bot size={16} aria-hidden="true" />
    </IconButton>
    <IconButton size="sm" label="History" className="max-xl:hidden" data-act="history">
      <FileSpreadsheet size={16} aria-hidden="true" />
    </IconButton>
  </>
)
const MESSAGE = <MessagesSquare size={16} aria-hidden="true" />
const REPORTS = <FileText size={16} aria-hidden="true" />
const MORE = (
  <IconButton size="sm" label="More" aria-haspopup="dialog" data-act="more">
    <Ellipsis size={16} aria-hidden="true" />
  </IconButton>
)
const LINK =
  'inline-flex size-control-small shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors duration-150 hover:bg-hover hover:text-ink active:bg-pressed'

export function RowActions({ client, className }: { client: ClientRow; className?: string }) {
  const desk = useDesk()
  return (
    // Above the link that covers the row.
    <div role="group" aria-label={`Actions for ${client.company_name}`} className={cx('relative z-[1] flex items-center', className)}>
      {client.subscription_status === 'active' ? DEACTIVATE : ACTIVATE}
      {DIALOGS}
      <a href={desk.threadOf(client.id)} aria-label="Message" title="Message" className={LINK}>
        {MESSAGE}
      </a>
      <a href={desk.reportsOf(client.id)} aria-label="Reports" title="Reports" className={LINK}>
        {REPORTS}
      </a>
      {MORE}
    </div>
  )
}
