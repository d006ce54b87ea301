// A titled card of a settings page with an introduction, an action and rows. On desktops the rows are beside
// the introduction.
import './layout.css'

import { type ReactNode, useId } from 'react'

/** Class names of a card whose second part is beside the first one on desktops, and of its second part. */
export const SPLIT_CARD = 'section rounded-lg border border-line bg-surface shadow-1'
export const SPLIT_BODY = 'section-body'

type SectionProps = { title: string; lead?: ReactNode; action?: ReactNode; children?: ReactNode }

export function Section({ title, lead, action, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={SPLIT_CARD}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-4 py-4 sm:px-5">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={id} className="text-head font-semibold text-ink">
            {title}
          </h2>
          {lead !== undefined && <div className="mt-0.5 text-sm text-pretty text-ink-2">{lead}</div>}
        </div>
        {action}
      </div>
      <div className={SPLIT_BODY}>{children}</div>
    </section>
  )
}

type RowProps = { icon: ReactNode; title: ReactNode; children?: ReactNode; action?: ReactNode }

/** One row of a list in a section. */
export function SectionRow({ icon, title, children, action }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:flex-nowrap sm:px-5">
      <span
        aria-hidden="true"
        className="flex size-9 shrink-0 items-center justify-center rounded-md border border-line bg-sunken text-ink-2"
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-medium text-ink">{title}</p>
        {children !== undefined && <p className="text-sm break-words text-ink-3">{children}</p>}
      </div>
      {action}
    </li>
  )
}

export function SectionList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-t border-line">
      {children}
    </ul>
  )
}
