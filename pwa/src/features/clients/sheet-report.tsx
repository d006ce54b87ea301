// What a file holds, before anything is written: its first rows, or what is wrong with which row.
import { Alert } from '../../ui/alert'
import type { Sheet } from './actions'
import { planName } from '../../lib/plan-names'

const SHOWN = 100

export function SheetReport({ sheet }: { sheet: Sheet }) {
  const { problems, rows, encoding, ignored, first } = sheet
  const bad = new Set(problems.map((problem) => problem.row)).size
  return (
    <>
      {problems.length === 0 ? (
        <Alert tone="success">
          {rows.toLocaleString('en-US')} {rows === 1 ? 'row' : 'rows'}, nothing wrong. Nothing has been written yet.
        </Alert>
      ) : (
        <Alert title={`${bad.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} rows cannot be imported`}>
          Nothing has been written. Correct the file and choose it again.
        </Alert>
      )}
      <p className="text-xs text-ink-3">
        Read as {encoding}.{ignored.length > 0 && ` Not used: ${ignored.join(', ')}.`}
      </p>
      {problems.length > 0 && (
        <ol aria-label="Problems" className="max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line text-sm">
          {problems.slice(0, SHOWN).map((problem) => (
            <li key={`${problem.row} ${problem.field}`} className="flex gap-3 px-3 py-1.5">
              <span className="tabular shrink-0 text-ink-3">Row {problem.row}</span>
              <span className="min-w-0 break-words text-ink">
                {problem.field !== '' && <span className="text-ink-3">{problem.field.replaceAll('_', ' ')}: </span>}
                {problem.message}
              </span>
            </li>
          ))}
          {problems.length > SHOWN && <li className="px-3 py-1.5 text-ink-3">and {problems.length - SHOWN} more</li>}
        </ol>
      )}
      {problems.length === 0 && (
        <ol aria-label="First rows" className="divide-y divide-line rounded-md border border-line text-sm">
          {first.map((facts) => (
            <li key={facts['contact_email']} className="px-3 py-1.5">
              <p className="truncate font-medium text-ink">{facts['company_name']}</p>
              <p className="truncate text-ink-3">
                {facts['contact_name']} · {facts['contact_email']} · {planName(facts['subscription_tier'] ?? '')}
              </p>
            </li>
          ))}
          {rows > first.length && <li className="px-3 py-1.5 text-ink-3">and {(rows - first.length).toLocaleString('en-US')} more</li>}
        </ol>
      )}
    </>
  )
}
