// A sheet of paper on the canvas.
import type { ComponentPropsWithRef } from 'react'

import { cx } from './cx'

export function Card({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={cx('rounded-lg border border-line bg-surface shadow-1', className)} />
}
