// The quick summary of Google Analytics: sentences, and the totals that are not among the big numbers.
import type { SnapshotRow } from '../../../db/rows/analytics'
import { Card } from '../../../ui/card'
import { sentencesOf } from './sentences'
import { Total } from './total'

export function QuickSummary({ snapshot }: { snapshot: SnapshotRow | undefined }) {
  const sentences = snapshot === undefined ? [] : sentencesOf(snapshot)
  return (
    <Card title="Quick summary">
      <div className="space-y-4">
        {sentences.length > 0 && (
          <ul className="space-y-2 text-base text-pretty text-ink-2">
            {sentences.map((sentence) => (
              <li key={sentence} className="flex gap-2.5">
                <span aria-hidden="true" className="mt-2 size-1.5 shrink-0 rounded-full bg-primary" />
                {sentence}
              </li>
            ))}
          </ul>
        )}
        <dl className="flex flex-wrap justify-between gap-x-3 gap-y-4">
          {(['new_users', 'conversions', 'avg_engagement_time'] as const).map((name) => (
            <Total key={name} isSmall isNarrow name={name} snapshot={snapshot} />
          ))}
        </dl>
      </div>
    </Card>
  )
}
