// The sources that are not connected, with a link to connect them.
import { ChevronRight, Globe, Megaphone, Search } from 'lucide-react'
import { Link } from 'react-router'

import { buttonClass } from '../../../ui/button'
import { Badge } from '../../../ui/badge'
import { Card } from '../../../ui/card'
import { STATUS_LABELS } from '../rules'

// The dashboard always shows these as not connected, whatever their status on the Connections page.
const SOURCES = [
  { name: 'Google Search Console', text: 'What people search for', Icon: Search },
  { name: 'Facebook Ads', text: 'What your ads bring', Icon: Megaphone },
  { name: 'Website', text: 'Your site’s own data', Icon: Globe },
]

/** Always shown, because three of the four sources cannot be connected yet. */
export function MoreSources({ connectionsPath }: { connectionsPath: string }) {
  return (
    <Card title="Connect More Data Sources">
      <p className="text-base text-ink-2">Connect more sources for a richer weekly report.</p>
      <ul className="mt-2 divide-y divide-line">
        {SOURCES.map(({ name, text, Icon }) => (
          <li key={name} className="flex items-center gap-3 py-3">
            <Icon size={18} aria-hidden="true" className="shrink-0 text-ink-3" />
            <div className="min-w-0 flex-1">
              <h3 className="text-base font-medium text-ink">{name}</h3>
              <p className="text-sm text-ink-3">{text}</p>
            </div>
            <Badge>{STATUS_LABELS.not_connected}</Badge>
          </li>
        ))}
      </ul>
      <Link to={connectionsPath} className={`${buttonClass('plain')} mt-2`}>
        Go to Connections
        <ChevronRight size={16} aria-hidden="true" />
      </Link>
    </Card>
  )
}
