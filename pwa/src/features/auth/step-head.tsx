// Head of a sign-in step: icon, title and instructions. It takes the focus, so screen readers read it.
import { type ReactNode, useLayoutEffect, useRef } from 'react'

import { cx } from '../../ui/cx'

type Tone = 'primary' | 'good' | 'bad'

const TONE_CLASS: Record<Tone, string> = {
  primary: 'border-primary-line bg-primary-soft text-primary-ink',
  good: 'border-good-line bg-good-soft text-good',
  bad: 'border-bad-line bg-bad-soft text-bad',
}

type StepHeadProps = { icon: ReactNode; tone?: Tone; title: string; children?: ReactNode }

export function StepHead({ icon, tone = 'primary', title, children }: StepHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [title])
  return (
    <div className="mb-6">
      <div
        className={cx('mb-5 flex size-12 items-center justify-center rounded-xl border', TONE_CLASS[tone])}
      >
        {icon}
      </div>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold text-ink outline-none">
        {title}
      </h1>
      {children !== undefined && <div className="mt-2 text-base text-pretty text-ink-2">{children}</div>}
    </div>
  )
}
