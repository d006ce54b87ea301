// One number of Google's, with what it is, and when Google gave it.
import type { ReactNode } from 'react'

import { Figure as Shown } from '../../../ui/chart/figure'
import { asOfText, SOURCE, WINDOW } from '../rules'

type FigureProps = {
  label: string
  value: string
  /** ISO time at which Google gave it; null if it never did. */
  asOf: string | null
  /** Milliseconds, for "today". */
  now: number
  /** Whether Google Analytics is known not to be connected. */
  isUnconnected?: boolean
  note?: ReactNode
  isSmall?: boolean
  isComing?: boolean
}

export function Figure({ now, isUnconnected = false, ...rest }: FigureProps) {
  const age = isUnconnected && rest.asOf === null ? 'Google Analytics is not connected' : asOfText(rest.asOf, now)
  return <Shown {...rest} period={WINDOW} source={SOURCE} age={age} />
}
