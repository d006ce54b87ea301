// Report of an import file: its first valid rows, and the problems of the invalid ones.
import { countedText, numberText } from '../../../lib/text/numbers'
import { Alert } from '../../../ui/feedback/alert'
import type { Sheet } from '../remote'
import { planName } from '../../../lib/text/plan-names'

const SHOWN = 100

function invalidRowCount({ problems }: Sheet): number {
  return new Set(problems.map((problem) => problem.row)).size
}

/** How many rows of a checked file can be imported. */
export function importable(sheet: Sheet): number {
  return sheet.rows - invalidRowCount(sheet)
}

export function SheetReport({ sheet, isImported }: { sheet: Sheet; isImported: boolean }) {
  const { problems, rows, encoding, ignored, first } = sheet
  const validCount = importable(sheet)
  return (
    <>
      {problems.length === 0 ? (
        <Alert tone="success">{countedText(rows, 'row')}, nothing wrong. Nothing has been written yet.</Alert>
      ) : isImported ? (
        <Alert
          tone="warning"
          title={`${countedText(sheet.created, 'client')} imported, ${countedText(invalidRowCount(sheet), 'row')} left out`}
        >
          Correct these rows in your file and import it again: clients that are there already are not added
          twice.
        </Alert>
      ) : (
        <Alert
          tone={validCount === 0 ? 'error' : 'warning'}
          title={`${numberText(invalidRowCount(sheet))} of ${countedText(rows, 'row')} cannot be imported`}
        >
          {validCount === 0
            ? 'Correct the file and choose it again.'
            : `The other ${numberText(validCount)} can. Nothing has been written yet.`}
        </Alert>
      )}
      <p className="text-xs text-ink-3">
        Read as {encoding}.{ignored.length > 0 && ` Not used: ${ignored.join(', ')}.`}
      </p>
      {problems.length > 0 && (
        <ol
          aria-label="Problems"
          className="max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line text-sm"
        >
          {problems.slice(0, SHOWN).map((problem) => (
            <li key={`${problem.row} ${problem.field}`} className="flex gap-3 px-3 py-1.5">
              <span className="tabular shrink-0 text-ink-3">Row {problem.row}</span>
              <span className="min-w-0 break-words text-ink">
                {problem.field !== '' && (
                  <span className="text-ink-3">{problem.field.replaceAll('_', ' ')}: </span>
                )}
                {problem.message}
              </span>
            </li>
          ))}
          {problems.length > SHOWN && (
            <li className="px-3 py-1.5 text-ink-3">and {problems.length - SHOWN} more</li>
          )}
        </ol>
      )}
      {!isImported && validCount > 0 && (
        <ol aria-label="First rows" className="divide-y divide-line rounded-md border border-line text-sm">
          {first.map((row) => (
            <li key={row['contact_email']} className="px-3 py-1.5">
              <p className="truncate font-medium text-ink">{row['company_name']}</p>
              <p className="truncate text-ink-3">
                {row['contact_name']} · {row['contact_email']} · {planName(row['subscription_tier'] ?? '')}
              </p>
            </li>
          ))}
          {validCount > first.length && (
            <li className="px-3 py-1.5 text-ink-3">and {numberText(validCount - first.length)} more</li>
          )}
        </ol>
      )}
    </>
  )
}
