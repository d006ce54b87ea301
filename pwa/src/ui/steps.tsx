// A numbered list of steps that happen one after another.

export interface Step {
  title: string
  text: string
}

export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="flex flex-col gap-4">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex gap-3">
          <span
            aria-hidden="true"
            className="tabular flex size-7 shrink-0 items-center justify-center rounded-full bg-primary-soft text-sm font-semibold text-primary-ink"
          >
            {index + 1}
          </span>
          <div className="min-w-0">
            <p className="text-base font-medium text-ink">{title}</p>
            <p className="text-sm text-pretty text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
