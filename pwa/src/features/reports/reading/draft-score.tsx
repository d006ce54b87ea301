// The score so far of a report that is not published, for admins: it gets its figures at its publication.
import { dateText } from '../../../lib/text/days'
import { useRows } from '../../../live/view'
import { currentScore, newestScan } from '../current-score'
import { ScoreChange, ScoreFigure } from '../last-figures'
import { newestFirst } from '../../../live/report-order'

export function DraftScore({ clientId }: { clientId: string }) {
  const rows = useRows(
    'w',
    async (replica) => {
      const [scans, reports] = await Promise.all([
        replica.scan_runs.where('client_id').equals(clientId).toArray(),
        replica.reports.where('client_id').equals(clientId).toArray(),
      ])
      return { scans, reports }
    },
    [clientId],
  )
  // Without a score, also while it loads, a dash keeps its place, so that nothing moves when it appears.
  const score = rows.is === 'ready' ? currentScore(newestScan(rows.scans), newestFirst(rows.reports)) : null
  return (
    <section aria-label="Figures" className="rounded-lg border border-line bg-surface p-4 shadow-1 sm:p-5">
      <h3 className="text-sm text-ink-3">
        Performance score{score !== null && ` on ${dateText(score.at, 'short')}`}
      </h3>
      <p className="mb-2 flex flex-wrap items-baseline gap-x-2">
        <span className="text-xl font-semibold">{score === null ? '—' : <ScoreFigure score={score} />}</span>
        {score !== null && <ScoreChange score={score} isLong />}
      </p>
      <p className="text-sm text-pretty text-ink-3">
        The week’s score, visitors and sessions are added when it is published.
      </p>
    </section>
  )
}
