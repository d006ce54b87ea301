// A figure with its label and time of measurement. With a `QuestionContext` it has a button to ask about it.
import { MessageCircleQuestionMark } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'

import { IconButton } from '../button'
import { cx } from '../cx'

/** A figure as the user sees it, sent with a question about it. */
export interface About {
  label: string
  value: string
  period: string
  /** ISO time; null if it was never measured. */
  as_of: string | null
  source: string
}

/** The maximum length of a line in a question (`MessageCardIn` of the API). */
const LINE_MAX = 80

/** Opens a question about a figure; null if questions are not possible. */
export const QuestionContext = createContext<((about: About) => void) | null>(null)

/** A placeholder with the height of a line. */
const NOTHING = '\u00a0'
/** A placeholder as long as a typical age. */
const AS_LONG = 'nn nnn, nn nnn nnnn, nn:nn nnn'

type FigureProps = {
  label: string
  value: string
  period: string
  source: string
  /** ISO time of the measurement; null if there was none. */
  asOf: string | null
  /** The time of the measurement in words. */
  age: string
  note?: ReactNode
  /** Smaller, for one of many figures. */
  isSmall?: boolean
  /** Still loading: renders placeholders of the same height, so that the four cards of a row do not shift. */
  isComing?: boolean
}

/** Renders a `<dt>` and `<dd>`, so the parent must be a `<dl>`. */
export function Figure({
  label,
  value,
  period,
  source,
  asOf,
  age,
  note,
  isSmall = false,
  isComing = false,
}: FigureProps) {
  return (
    <div className="min-w-0" title={period}>
      <dt className="flex items-start justify-between gap-1 text-sm text-ink-3">
        {label}
        <QuestionButton about={{ label, value, period, as_of: asOf, source }} className="-my-1.5 -mr-2" />
      </dt>
      <dd className={cx('tabular font-semibold text-ink', isSmall ? 'text-lg' : 'mt-0.5 text-2xl')}>
        {value}
      </dd>
      {note !== undefined && <dd className="text-sm text-ink-2">{note === '' ? NOTHING : note}</dd>}
      <dd className="mt-0.5 text-xs text-ink-3">
        {isComing ? (
          <span aria-hidden="true" className="opacity-0">
            {AS_LONG}
          </span>
        ) : (
          age || NOTHING
        )}
      </dd>
    </div>
  )
}

export function QuestionButton({ about, className }: { about: About; className?: string }) {
  const openQuestion = use(QuestionContext)
  if (openQuestion === null) return null
  return (
    <IconButton
      label={`Ask about ${about.label}`}
      size="sm"
      onClick={() => openQuestion({ ...about, label: lineOf(about.label) })}
      className={cx('text-ink-3 print:hidden', className)}
    >
      <MessageCircleQuestionMark size={16} aria-hidden="true" />
    </IconButton>
  )
}

function lineOf(text: string): string {
  return text.length <= LINE_MAX ? text : `${text.slice(0, LINE_MAX - 1)}…`
}
