// Bar of actions on the selected clients.
import { X } from 'lucide-react'

import { numberText } from '../../../lib/text/numbers'
import type { DirectoryEntry, DirectoryView } from '../../../live/directory/use-directory'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { WIDE_BAND } from '../../../ui/layout/page'
import { NEEDS_CONNECTION, useAdminDashboard } from '../admin-dashboard'

type BulkBarProps = {
  chosen: ReadonlySet<string>
  directory: DirectoryView
  matches: readonly DirectoryEntry[]
  onChoose: (ids: ReadonlySet<string>) => void
}

export function BulkBar({ chosen, directory, matches, onChoose }: BulkBarProps) {
  const dashboard = useAdminDashboard()
  if (directory.is !== 'ready') return null
  const clients = [...chosen].flatMap((id) => directory.of.get(id)?.client ?? [])
  const switchAccess = (status: 'active' | 'inactive') => {
    dashboard.switchAccess(clients, status)
    onChoose(new Set())
  }
  return (
    <div className={cx('pb-2', WIDE_BAND)}>
      <div
        role="group"
        aria-label="Chosen clients"
        className="flex flex-wrap items-center gap-2 rounded-md border border-primary-line bg-primary-soft px-3 py-1.5"
      >
        <p role="status" className="tabular mr-auto text-sm font-medium text-primary-ink">
          {numberText(clients.length)} chosen
        </p>
        {chosen.size < matches.length && (
          <Button
            size="sm"
            tone="borderless"
            onClick={() => onChoose(new Set(matches.map((entry) => entry.client.id)))}
          >
            Choose all {numberText(matches.length)}
          </Button>
        )}
        <Button
          size="sm"
          tone="borderless"
          icon={<X size={14} aria-hidden="true" />}
          onClick={() => onChoose(new Set())}
        >
          Clear
        </Button>
        <div className="bulk-actions flex gap-2 max-sm:basis-full">
          <Button size="sm" disabled={dashboard.isOffline} onClick={() => switchAccess('active')}>
            Activate
          </Button>
          <Button size="sm" disabled={dashboard.isOffline} onClick={() => switchAccess('inactive')}>
            Deactivate
          </Button>
        </div>
        {dashboard.isOffline && <p className="text-sm text-ink-2">{NEEDS_CONNECTION}</p>}
      </div>
    </div>
  )
}
