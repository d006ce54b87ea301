// One figure from Google with its label and the time when Google returned it.
import type { ReactNode } from 'react'

import { Figure as Shown } from '../../../ui/chart/figure'
import { asOfText, SOURCE, WINDOW } from '../rules'

type FigureProps = {
  label: string
  value: string
  /** ISO time at which Google returned it; null if it never did. */
  asOf: string | null
  /** The current time in milliseconds, to decide what "today" is. */
  now: number
  /** Whether the replica says that Google Analytics is not connected. */
  isUnconnected?: boolean
  note?: ReactNode
  isSmall?: boolean
  isComing?: boolean
}

export function Figure({ now, isUnconnected = false, ...rest }: FigureProps) {
  const age =
    isUnconnected && rest.asOf === null ? 'Google Analytics is not connected' : asOfText(rest.asOf, now)
  return <Shown {...rest} period={WINDOW} source={SOURCE} age={age} />
}
