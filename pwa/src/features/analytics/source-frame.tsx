// A source's frame on the connections screen: mark, name, status badge and content.
import type { ReactNode } from 'react'

import type { SourceStatus } from '../../db/rows/analytics'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { STATUS_LABELS } from './rules'
import { type Source, SourceMark } from './source-mark'

const TONES = {
  connected: 'good',
  not_connected: 'neutral',
  no_account: 'warn',
  coming_soon: 'neutral',
  error: 'bad',
} as const

type SourceFrameProps = {
  source: Source
  name: string
  /** What the source brings. */
  text: ReactNode
  status: SourceStatus
  /** The main button. */
  action?: ReactNode
  /** The button of the menu of the other actions, in the corner. */
  menu?: ReactNode
  /** The connection, below a line. */
  details?: ReactNode
  children?: ReactNode
}

export function SourceFrame(props: SourceFrameProps) {
  const { source, name, text, status, action, menu, details, children } = props
  return (
    <Card label={name}>
      {children}
      <div className="source">
        <SourceMark source={source} size={40} />
        <div className="source-head">
          <h2 className="text-head font-semibold text-ink">{name}</h2>
          <StatusBadge status={status} />
        </div>
        <div className="source-text text-base text-pretty text-ink-2">{text}</div>
        {action !== undefined && <div className="source-action">{action}</div>}
        {menu !== undefined && <div className="source-menu">{menu}</div>}
      </div>
      {details}
    </Card>
  )
}

export function StatusBadge({ status }: { status: SourceStatus }) {
  return <Badge tone={TONES[status]}>{STATUS_LABELS[status]}</Badge>
}

export function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="truncate text-base text-ink">{children}</dd>
    </div>
  )
}
