// A short label whose colour repeats its meaning.
import type { ReactNode } from 'react'

import { cx } from './cx'

type Tone = 'neutral' | 'primary' | 'good' | 'warn' | 'bad'

const TONES: Record<Tone, string> = {
  neutral: 'border-line bg-sunken text-ink-2',
  primary: 'border-primary-line bg-primary-soft text-primary-ink',
  good: 'border-good-line bg-good-soft text-good',
  warn: 'border-warn-line bg-warn-soft text-warn',
  bad: 'border-bad-line bg-bad-soft text-bad',
}

export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1 rounded-full border px-2 text-xs font-medium whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

/**
 * A count. Renders nothing for zero, and `99+` above 99. `label` names the counted things, and is also in the
 * tooltip.
 */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null
  return (
    <span
      title={`${count} ${label}`}
      className="tabular inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-primary px-1.5 text-xs font-semibold text-on-primary"
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">
        {count} {label}
      </span>
    </span>
  )
}
