// The second step of an import: the examples that the server read. The admin can exclude some of them.
import type { TrainingExample } from '../remote'

/** `id` is the id of the future row, so a repeated import creates no duplicate. */
export type ImportedExample = TrainingExample & { id: string }

type ImportReviewProps = {
  examples: readonly ImportedExample[]
  excluded: ReadonlySet<string>
  onChange: (excluded: ReadonlySet<string>) => void
}

export function ImportReview({ examples, excluded, onChange }: ImportReviewProps) {
  const toggle = (id: string) =>
    onChange(
      excluded.has(id) ? new Set([...excluded].filter((one) => one !== id)) : new Set([...excluded, id]),
    )
  return (
    <ul aria-label="What was found" className="space-y-3">
      {examples.map((example) => (
        <li key={example.id}>
          <label className="flex gap-3">
            <input
              type="checkbox"
              checked={!excluded.has(example.id)}
              onChange={() => toggle(example.id)}
              className="mt-1 size-4 shrink-0 accent-primary"
            />
            <span className="min-w-0">
              <span className="block text-base font-medium break-words text-ink">{example.question}</span>
              <span className="bot-lines text-sm break-words whitespace-pre-wrap text-ink-2">
                {example.answer}
              </span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}
