// The static overview: an example dashboard with made-up figures.
import { ArrowDown, ArrowUp } from 'lucide-react'

import { Alert } from '../../ui/feedback/alert'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { Figure } from '../../ui/chart/figure'
import { cx } from '../../ui/cx'
import { PAGE, PageHead } from '../../ui/layout/page'

const SAMPLE = 'Sample data'

/** All changes are improvements; a lower bounce rate is better. */
const FIGURES: readonly { label: string; value: string; change: string }[] = [
  { label: 'Website visitors', value: '2,847', change: '+12%' },
  { label: 'New leads', value: '64', change: '+8%' },
  { label: 'Ad clicks', value: '1,209', change: '+15%' },
  { label: 'Bounce Rate', value: '42.3%', change: '-3%' },
  { label: 'Search impressions', value: '18,560', change: '+15%' },
  { label: 'Social reach', value: '9,412', change: '+22%' },
]

export function SampleOverview() {
  return (
    // Focusable, so that the keyboard can scroll the page, which has no focusable element.
    <div
      role="region"
      aria-label="Overview"
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
    >
      <div data-print="screen" className={cx(PAGE, 'flex flex-col gap-4')}>
        <PageHead title="Overview" mark={<Badge tone="warn">{SAMPLE}</Badge>} />
        <Alert tone="warning" title="These figures are samples">
          They are made up and show nothing about your business. Your own figures are on My Dashboard.
        </Alert>
        <div className="grid grid-cols-2 gap-2.5 lg:grid-cols-3 lg:gap-4">
          {FIGURES.map(({ label, value, change }) => (
            <Card key={label} label={label}>
              <dl>
                <Figure
                  label={label}
                  value={value}
                  period="no period"
                  source={SAMPLE}
                  asOf={null}
                  age={`${SAMPLE}, never measured`}
                  note={<Change text={change} />}
                />
              </dl>
            </Card>
          ))}
        </div>
      </div>
    </div>
  )
}

function Change({ text }: { text: string }) {
  const Arrow = text.startsWith('-') ? ArrowDown : ArrowUp
  return (
    <span className="tabular inline-flex items-center gap-1 font-medium text-good">
      <Arrow size={15} aria-hidden="true" />
      {text}
    </span>
  )
}
