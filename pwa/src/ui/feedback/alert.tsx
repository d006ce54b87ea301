// A box with an important message. Screen readers announce errors at once.
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { cx } from '../cx'

type Tone = 'error' | 'warning' | 'success' | 'info'

const STYLES: Record<Tone, { box: string; Icon: typeof Info }> = {
  error: { box: 'border-bad-line bg-bad-soft text-bad', Icon: CircleAlert },
  warning: { box: 'border-warn-line bg-warn-soft text-warn', Icon: TriangleAlert },
  success: { box: 'border-good-line bg-good-soft text-good', Icon: CircleCheck },
  info: { box: 'border-primary-line bg-primary-soft text-primary-ink', Icon: Info },
}

type AlertProps = {
  id?: string
  tone?: Tone
  title?: string
  children: ReactNode
  action?: ReactNode
  className?: string
}

export function Alert({ id, tone = 'error', title, children, action, className }: AlertProps) {
  const { box, Icon } = STYLES[tone]
  return (
    <div
      id={id}
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx('flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-sm', box, className)}
    >
      <Icon size={17} className="mt-[1.5px] shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        <div className={cx(title !== undefined && 'text-ink-2')}>{children}</div>
      </div>
      {action}
    </div>
  )
}
