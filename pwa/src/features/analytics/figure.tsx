// One number of Google's, with what it is, and when Google gave it.
import type { ReactNode } from 'react'

import { Figure as Shown } from '../../ui/figure'
import { asOfText, SOURCE, WINDOW } from './rules'

type FigureProps = {
  label: string
  value: string
  /** ISO time at which Google gave it; null if it never did. */
  asOf: string | null
  /** Milliseconds, for "today". */
  now: number
  note?: ReactNode
  isSmall?: boolean
}

export function Figure({ now, ...rest }: FigureProps) {
  return <Shown {...rest} period={WINDOW} source={SOURCE} age={asOfText(rest.asOf, now)} />
}
