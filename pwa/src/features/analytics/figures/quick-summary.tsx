// The quick summary of Google Analytics: sentences, and the totals that are not among the big numbers.
import type { SnapshotRow } from '../../../db/rows/analytics'
import { Card } from '../../../ui/card'
import { sentencesOf } from './sentences'
import { Total } from './total'

export function QuickSummary({ snapshot }: { snapshot: SnapshotRow | undefined }) {
  const sentences = snapshot === undefined ? [] : sentencesOf(snapshot)
  return (
    <Card title="Quick summary">
      {sentences.length > 0 && (
        <ul className="mb-5 space-y-2 text-base text-pretty text-ink-2">
          {sentences.map((sentence) => (
            <li key={sentence} className="flex gap-2.5">
              <span aria-hidden="true" className="mt-2 size-1.5 shrink-0 rounded-full bg-primary" />
              {sentence}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
        <Total isSmall name="new_users" snapshot={snapshot} />
        <Total isSmall name="conversions" snapshot={snapshot} />
      </dl>
      <dl className="mt-4">
        <Total isSmall name="avg_engagement_time" snapshot={snapshot} />
      </dl>
    </Card>
  )
}
