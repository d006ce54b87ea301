// The sources that are not connected, with a link to connect them.
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

import { buttonClass } from '../../../ui/button'
import { Badge } from '../../../ui/badge'
import { Card } from '../../../ui/card'
import { cx } from '../../../ui/cx'
import { STATUS_LABELS } from '../rules'
import { type Source, SourceMark } from '../source-mark'

// The dashboard always shows these as not connected, whatever their status on the Connections page.
const SOURCES: readonly { name: string; text: string; source: Source }[] = [
  { name: 'Google Search Console', text: 'What people search for', source: 'search-console' },
  { name: 'Facebook Ads', text: 'What your ads bring', source: 'facebook-ads' },
  { name: 'Website', text: 'Your site’s own data', source: 'website' },
]

/** Always shown, because three of the four sources cannot be connected yet. */
export function MoreSources({ connectionsPath }: { connectionsPath: string }) {
  return (
    <Card title="Connect More Data Sources">
      <p className="text-base text-pretty text-ink-2">
        Coming soon: more sources for a richer weekly report.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {SOURCES.map(({ name, text, source }) => (
          <li key={name} className="flex items-center gap-3 py-3">
            <SourceMark source={source} size={32} />
            <div className="min-w-0 flex-1">
              <h3 className="text-base font-medium text-ink">{name}</h3>
              <p className="text-sm text-ink-3">{text}</p>
            </div>
            <Badge>{STATUS_LABELS.not_connected}</Badge>
          </li>
        ))}
      </ul>
      <Link to={connectionsPath} className={cx(buttonClass('bordered'), 'mt-2 max-sm:w-full')}>
        Go to Connections
        <ChevronRight size={16} aria-hidden="true" />
      </Link>
    </Card>
  )
}
