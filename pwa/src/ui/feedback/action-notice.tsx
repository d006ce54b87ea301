// A box that asks the user to do something, with the action's button at its end.
import type { ReactNode } from 'react'

import { cx } from '../cx'

const TONES = { warn: 'border-warn-line bg-warn-soft', bad: 'border-bad-line bg-bad-soft' }

type ActionNoticeProps = {
  label: string
  tone?: keyof typeof TONES
  action: ReactNode
  className: string
  children: ReactNode
}

export function ActionNotice({ label, tone = 'warn', action, className, children }: ActionNoticeProps) {
  return (
    <section
      aria-label={label}
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border p-4',
        TONES[tone],
        className,
      )}
    >
      <div className="min-w-0 flex-1 basis-56">{children}</div>
      {action}
    </section>
  )
}
