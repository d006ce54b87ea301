// The history of scores as a table, newest first. It shows the chart's data in words.
import { dateTimeText } from '../../../lib/text/times'
import { Badge } from '../../badge'
import { GAP_TEXT, type Point } from './points'
import { RatingBadge } from '../../rating-badge'

export function HistoryTable({ points }: { points: readonly Point[] }) {
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">Score history, newest first</caption>
      <thead>
        <tr className="border-b border-line text-ink-3">
          <th scope="col" className="py-2 pr-3 font-medium">
            Scan
          </th>
          <th scope="col" className="py-2 pr-3 text-right font-medium">
            Score
          </th>
          <th scope="col" className="py-2 font-medium">
            Rating
          </th>
        </tr>
      </thead>
      <tbody>
        {[...points].reverse().map((point) => (
          <tr key={point.id} className="border-b border-line last:border-0">
            <td className="tabular py-2 pr-3 text-ink-2">{dateTimeText(point.at)}</td>
            <td className="tabular py-2 pr-3 text-right font-medium text-ink">
              {point.is === 'score' ? point.score : '—'}
            </td>
            <td className="py-2">
              {point.is === 'score' ? (
                <RatingBadge score={point.score} />
              ) : (
                <Badge>{GAP_TEXT[point.reason]}</Badge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
