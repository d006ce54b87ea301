// One number of Google's, with what it is, and when Google gave it.
import type { ReactNode } from 'react'

import { asOfText, WINDOW } from './rules'

type FigureProps = {
  label: string
  value: string
  /** ISO time at which Google gave it; null if it never did. */
  asOf: string | null
  /** Milliseconds, for "today". */
  now: number
  note?: ReactNode
}

export function Figure({ label, value, asOf, now, note }: FigureProps) {
  return (
    <div className="min-w-0" title={WINDOW}>
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="tabular mt-0.5 text-2xl font-semibold text-ink">{value}</dd>
      {note !== undefined && <dd className="text-sm text-ink-2">{note}</dd>}
      <dd className="mt-0.5 text-xs text-ink-3">{asOfText(asOf, now)}</dd>
    </div>
  )
}
