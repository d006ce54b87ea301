// A page section with a heading.
import type { ReactNode } from 'react'

import { cx } from '../../ui/cx'

type SectionProps = {
  id: string
  title: ReactNode
  lead?: ReactNode
  className?: string
  children: ReactNode
}

export function Section({ id, title, lead, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={cx('wide py-14 sm:py-28', className)}>
      <h2 id={`${id}-title`} className="max-w-[24ch] text-title font-bold text-balance text-ink">
        {title}
      </h2>
      {lead !== undefined && <p className="mt-4 max-w-[56ch] text-lead text-ink-2">{lead}</p>}
      {children}
    </section>
  )
}
