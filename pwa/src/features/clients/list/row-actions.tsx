// Actions of a client's row. If they do not all fit into the row, the menu contains them (row-menu.tsx).
import { Bot, ChevronDown, CirclePause, CirclePlay, Ellipsis, FileText, History, Video } from 'lucide-react'
import { cloneElement } from 'react'

import type { ClientRow } from '../../../db/rows/clients'
import { cx } from '../../../ui/cx'
import { NEEDS_CONNECTION, useAdminDashboard } from '../admin-dashboard'

/** The media query for rows with space for all actions; clients.css has the same. */
export const UNFOLDED = '(min-width: 80rem) and (pointer: fine)'

// The list can have ten thousand rows, so constant elements are created once and reused for all clients,
// and one click handler serves all rows (use-row-actions.ts).
const ACTIVATE = (
  <button type="button" aria-label="Activate" className="client-button" data-act="active">
    <CirclePlay size={16} aria-hidden="true" />
  </button>
)
const DEACTIVATE = (
  <button type="button" aria-label="Deactivate" className="client-button" data-act="inactive">
    <CirclePause size={16} aria-hidden="true" />
  </button>
)
const ONLINE = { active: DEACTIVATE, inactive: ACTIVATE }
const DISABLED = { disabled: true, title: NEEDS_CONNECTION, className: 'client-button opacity-45' }
const OFFLINE = { active: cloneElement(DEACTIVATE, DISABLED), inactive: cloneElement(ACTIVATE, DISABLED) }
const DIALOGS = (
  <>
    <button type="button" aria-label="Video" className="client-button" data-act="video">
      <Video size={16} aria-hidden="true" />
    </button>
    <button type="button" aria-label="Chatbot" className="client-button" data-act="script">
      <Bot size={16} aria-hidden="true" />
    </button>
    <button type="button" aria-label="History" className="client-button" data-act="history">
      <History size={16} aria-hidden="true" />
    </button>
  </>
)
const REPORTS = <FileText size={16} aria-hidden="true" />
const MENU = (
  <button type="button" aria-haspopup="menu" className="client-button client-menu" data-act="more">
    <span>Actions</span>
    <ChevronDown size={14} aria-hidden="true" className="client-chevron" />
    <Ellipsis size={16} aria-hidden="true" className="client-dots" />
  </button>
)

export function RowActions({ client, className }: { client: ClientRow; className?: string }) {
  const dashboard = useAdminDashboard()
  return (
    <div
      role="group"
      aria-label={`Actions for ${client.company_name}`}
      className={cx('client-actions', className)}
    >
      <a href={dashboard.threadOf(client.id)} className="client-message">
        Message
      </a>
      <span className="client-folded">
        <a href={dashboard.reportsOf(client.id)} aria-label="Reports" className="client-button">
          {REPORTS}
        </a>
        {DIALOGS}
        {(dashboard.isOffline ? OFFLINE : ONLINE)[client.subscription_status]}
      </span>
      {MENU}
    </div>
  )
}
