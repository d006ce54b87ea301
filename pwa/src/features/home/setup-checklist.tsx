// The steps of a new client, each ticked once it is done.
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'

export interface SetupStep {
  title: string
  isDone: boolean
  /** What happens next, or the benefit of the step. */
  text: string
  /** A button or link for a step that the user can do now. */
  action?: ReactNode
}

export function SetupChecklist({ steps, onHide }: { steps: readonly SetupStep[]; onHide: () => void }) {
  const heading = useId()
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section
      aria-labelledby={heading}
      className="rounded-lg border border-line bg-surface p-4 shadow-1 sm:p-5"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id={heading} className="text-head font-semibold text-ink">
          Set up your dashboard
        </h2>
        <span className="tabular text-sm text-ink-3">
          {done} of {steps.length} done
        </span>
      </div>
      <ol className="mt-3 flex flex-col gap-4">
        {steps.map(({ title, text, isDone, action }, index) => (
          <li key={title} className="flex gap-3">
            <span
              className={cx(
                'tabular flex size-7 shrink-0 items-center justify-center rounded-full text-sm font-semibold',
                isDone ? 'bg-good-soft text-good' : 'bg-primary-soft text-primary-ink',
              )}
            >
              {isDone ? <Check size={16} aria-hidden="true" /> : index + 1}
            </span>
            <div className="min-w-0 flex-1">
              <p className={cx('text-base font-medium', isDone ? 'text-ink-2' : 'text-ink')}>
                {title}
                {isDone && <span className="sr-only">, done</span>}
              </p>
              {!isDone && <p className="text-sm text-ink-2">{text}</p>}
              {!isDone && action !== undefined && <div className="mt-2">{action}</div>}
            </div>
          </li>
        ))}
      </ol>
      <Button size="sm" tone="borderless" className="mt-2 -ml-2.5" onClick={onHide}>
        Hide these steps
      </Button>
    </section>
  )
}
