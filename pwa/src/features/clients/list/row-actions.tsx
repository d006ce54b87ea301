// Actions of a client's row: access, video, chatbot, history, message, reports, and a menu with the rest.
import { Bot, Ellipsis, FileSpreadsheet, FileText, MessagesSquare, Video } from 'lucide-react'

import type { ClientRow } from '../../../db/rows/rows'
import { Button, IconButton } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { useAdminDashboard } from '../admin-dashboard'

// Ten thousand rows scroll by, so constant elements are created once and reused for all clients,
// and one click handler serves all rows (use-row-actions.ts).
const SWITCH_CLASS = 'w-[5.75rem] px-0!'
const ACTIVATE = (
  <Button size="sm" tone="quiet" className={SWITCH_CLASS} data-act="active">
    Activate
  </Button>
)
const DEACTIVATE = (
  <Button size="sm" tone="quiet" className={SWITCH_CLASS} data-act="inactive">
    Deactivate
  </Button>
)
// Narrow rows hide Chatbot and History; the menu has them too.
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
  const dashboard = useAdminDashboard()
  return (
    // The actions are above the link that covers the row.
    <div
      role="group"
      aria-label={`Actions for ${client.company_name}`}
      className={cx('relative z-[1] flex items-center', className)}
    >
      {client.subscription_status === 'active' ? DEACTIVATE : ACTIVATE}
      {DIALOGS}
      <a href={dashboard.threadOf(client.id)} aria-label="Message" title="Message" className={LINK}>
        {MESSAGE}
      </a>
      <a href={dashboard.reportsOf(client.id)} aria-label="Reports" title="Reports" className={LINK}>
        {REPORTS}
      </a>
      {MORE}
    </div>
  )
}
