// A number with what it is and when it was measured; where somebody answers, it can be asked about.
import { MessageCircleQuestionMark } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'

import { IconButton } from '../button'
import { cx } from '../cx'

/** A figure as a person sees it: what travels when they ask about it. */
export interface About {
  label: string
  value: string
  period: string
  /** ISO; null if it was never measured. */
  as_of: string | null
  source: string
}

/** A line of a question is no longer than this (MessageCardIn of the API). */
const LINE_MAX = 80

/** What asking does; null where there is nobody to ask. */
export const AskContext = createContext<((about: About) => void) | null>(null)

/** Takes the room of a line. */
const NOTHING = '\u00a0'
/** As many letters as an age has. */
const AS_LONG = 'nn nnn, nn nnn nnnn, nn:nn nnn'

type FigureProps = {
  label: string
  value: string
  period: string
  source: string
  /** ISO time of measuring; null if there was none. */
  asOf: string | null
  /** The same in words. */
  age: string
  note?: ReactNode
  /** One of many. */
  isSmall?: boolean
  /** Its words are on their way: their lines stand there already, as one of four cards in a row has them. */
  isComing?: boolean
}

/** In a `<dl>`. */
export function Figure({ label, value, period, source, asOf, age, note, isSmall = false, isComing = false }: FigureProps) {
  return (
    <div className="min-w-0" title={period}>
      <dt className="flex items-start justify-between gap-1 text-sm text-ink-3">
        {label}
        <AskButton about={{ label, value, period, as_of: asOf, source }} className="-my-1.5 -mr-2" />
      </dt>
      <dd className={cx('tabular font-semibold text-ink', isSmall ? 'text-lg' : 'mt-0.5 text-2xl')}>{value}</dd>
      {note !== undefined && <dd className="text-sm text-ink-2">{note === '' ? NOTHING : note}</dd>}
      <dd className="mt-0.5 text-xs text-ink-3">{isComing ? <span aria-hidden="true" className="opacity-0">{AS_LONG}</span> : age || NOTHING}</dd>
    </div>
  )
}

export function AskButton({ about, className }: { about: About; className?: string }) {
  const ask = use(AskContext)
  if (ask === null) return null
  return (
    <IconButton label={`Ask about ${about.label}`} size="sm" onClick={() => ask({ ...about, label: lineOf(about.label) })} className={cx('text-ink-3 print:hidden', className)}>
      <MessageCircleQuestionMark size={16} aria-hidden="true" />
    </IconButton>
  )
}

function lineOf(text: string): string {
  return text.length <= LINE_MAX ? text : `${text.slice(0, LINE_MAX - 1)}…`
}
