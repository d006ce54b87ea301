// A source's frame on the connections screen: name, status badge and content.
import type { ReactNode } from 'react'

import type { SourceStatus } from '../../../db/rows/analytics'
import { Badge } from '../../../ui/badge'
import { Card } from '../../../ui/card'
import { cx } from '../../../ui/cx'
import { STATUS_LABELS } from '../rules'

const TONES = {
  connected: 'good',
  not_connected: 'neutral',
  no_account: 'warn',
  coming_soon: 'neutral',
  error: 'bad',
} as const

type SourceFrameProps = {
  icon: ReactNode
  name: string
  /** What the source is connected to, or what it would show. */
  text: ReactNode
  status: SourceStatus
  /** The one button. */
  action?: ReactNode
  /** The button of the menu of the other actions, in the corner. */
  menu?: ReactNode
  /** Stands back behind the sources that can be used. */
  isQuiet?: boolean
  children?: ReactNode
}

/** The action follows below the text if less than this remains for it. */
const TEXT = { flex: '1 1 12rem' }
/** Beside the menu's corner less is enough, so that the icon and the text share a row of 320 px. */
const TEXT_BESIDE_MENU = { flex: '1 1 9rem' }
const CORNER = { paddingRight: 'calc(var(--control) + 0.5rem)' }

export function SourceFrame(props: SourceFrameProps) {
  const { icon, name, text, status, action, menu, isQuiet = false, children } = props
  const hasMenu = menu !== undefined
  return (
    <Card label={name}>
      {children}
      <div {...(hasMenu && { style: CORNER })} className="relative flex flex-wrap items-start gap-3">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-md border border-line bg-sunken text-ink-2">
          {icon}
        </span>
        <div style={hasMenu ? TEXT_BESIDE_MENU : TEXT} className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className={cx('text-head font-semibold', isQuiet ? 'text-ink-2' : 'text-ink')}>{name}</h2>
            <StatusBadge status={status} />
          </div>
          <div className="text-sm text-ink-3">{text}</div>
        </div>
        {action}
        {hasMenu && <div className="absolute top-0 right-0">{menu}</div>}
      </div>
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
