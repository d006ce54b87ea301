// Lines of the cards of the installation's health.
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { useNamesOf } from '../audit/use-names'
import type { Installation } from '../remote'
import { failureText, idsIn } from './failure-text'

export function Lines({ label, none, children }: { label: string; none: string; children: ReactNode[] }) {
  if (children.length === 0) {
    return (
      <p className="text-base text-ink-2">
        <Fine>{none}</Fine>
      </p>
    )
  }
  return (
    <ul aria-label={label} className="-my-1 divide-y divide-line">
      {children}
    </ul>
  )
}

/** A line with a green tick: nothing to do. */
export function Fine({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-1.5">
      <Check size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-good" />
      <span>{children}</span>
    </span>
  )
}

export function Line({ title, aside, children }: { title: string; aside: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate text-base font-medium text-ink">{title}</p>
        {children !== undefined && <p className="text-sm break-words text-ink-3">{children}</p>}
      </div>
      {aside}
    </li>
  )
}

type FailureLineProps = { failure: Installation['failing'][number]; busy: boolean; onRetry: () => void }

/** A failure: what happened, to which client, and what to do. The server's error is in the copied details. */
export function FailureLine({ failure, busy, onRetry }: FailureLineProps) {
  const { kind, subject, tries, error } = failure
  const { happened, advice } = failureText(kind)
  const ids = idsIn(subject)
  const names = useNamesOf(ids)
  const affected = ids.map((id) => names?.get(id)?.name).find((name) => name !== undefined)
  return (
    <Line
      title={affected === undefined ? happened : `${happened} for ${affected}`}
      aside={
        <>
          <CopyButton
            size="sm"
            tone="borderless"
            text={`${kind} ${subject}\nTried: ${tries}\n${error}`}
            label="Copy details"
          />
          <Button size="sm" tone="borderless" busy={busy} onClick={onRetry}>
            Retry
          </Button>
        </>
      }
    >
      Tried {tries === 1 ? 'once' : `${tries} times`}. {advice}
    </Line>
  )
}
