// A call to action: a link or button, large enough for touch.
import type { ComponentPropsWithoutRef } from 'react'

import { cx } from '../../ui/cx'

type Tone = 'primary' | 'bordered' | 'night'

const TONES: Record<Tone, string> = {
  primary: 'bg-primary text-on-primary shadow-2 hover:bg-primary-hover active:brightness-95',
  bordered: 'border border-line-strong bg-raised text-ink hover:border-ink-3',
  night: 'border border-white/25 text-white hover:border-white/60 hover:bg-white/5',
}

/** The class names of an action. `night` is for a dark background. */
export function actionClass(tone: Tone, className?: string): string {
  return cx(
    'inline-flex h-12 items-center justify-center rounded-lg px-6 text-[1rem] font-semibold whitespace-nowrap transition-colors duration-150',
    TONES[tone],
    className,
  )
}

type ActionProps = ComponentPropsWithoutRef<'a'> & { tone: Tone }

export function Action({ tone, className, ...rest }: ActionProps) {
  return <a {...rest} className={actionClass(tone, className)} />
}
