// A source's frame on the connections screen: name, status badges and content.
import type { ReactNode } from 'react'

import type { SourceStatus } from '../../../db/rows/analytics'
import { Badge } from '../../../ui/badge'
import { Card } from '../../../ui/card'
import { STATUS_LABELS } from '../rules'

const TONES = {
  connected: 'good',
  not_connected: 'neutral',
  no_account: 'warn',
  coming_soon: 'primary',
  error: 'bad',
} as const

type SourceFrameProps = {
  icon: ReactNode
  name: string
  text: string
  statuses: readonly SourceStatus[]
  children: ReactNode
}

export function SourceFrame({ icon, name, text, statuses, children }: SourceFrameProps) {
  return (
    <Card label={name}>
      <div className="mb-4 flex items-start gap-3">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-md border border-line bg-sunken text-ink-2">
          {icon}
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-base font-semibold text-ink">{name}</h2>
            {statuses.map((status) => (
              <Badge key={status} tone={TONES[status]}>
                {STATUS_LABELS[status]}
              </Badge>
            ))}
          </div>
          <p className="text-sm text-ink-3">{text}</p>
        </div>
      </div>
      {children}
    </Card>
  )
}

export function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="truncate text-base text-ink">{children}</dd>
    </div>
  )
}
