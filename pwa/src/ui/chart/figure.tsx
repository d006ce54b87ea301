// A figure with its label. With a `QuestionContext` the whole figure is a button that opens its details.
import { createContext, lazy, type ReactNode, Suspense, use, useRef, useState } from 'react'

import { buttonClass } from '../button'
import { cx } from '../cx'
import { Sparkline } from './sparkline'

/** A figure as the user sees it. It is sent with a question about the figure. */
export interface FigureReference {
  label: string
  value: string
  period: string
  /** ISO time; null if it was never measured. */
  as_of: string | null
  source: string
}

/** The maximum length of each text of a figure in a question (`MessageCardIn` of the API). */
const LINE_MAX = 80

/** Shown for a value that does not exist, because zero would be wrong. */
const NO_VALUE = '—'

/** Opens a question about a figure; null if questions are not possible. */
export const QuestionContext = createContext<((figure: FigureReference) => void) | null>(null)

/** The first name of the admin who answers questions; null while unknown. */
export const ContactContext = createContext<string | null>(null)

/** The class names of a link in a figure's details. */
export const DETAILS_LINK = buttonClass('bordered')

/** Makes the hover and focus area larger than the text, without moving the text. */
const PADDING = { margin: '-0.5rem', padding: '0.5rem' }

/** Its `::after` covers the whole figure. */
const TEXT_BUTTON =
  'text-left after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'

const Details = lazy(() => import('./figure-details'))

export type FigureProps = {
  label: string
  value: string
  period: string
  source: string
  /** ISO time of the measurement; null if there was none. */
  asOf: string | null
  /** The time of the measurement in words, for the details. */
  age: string
  /** A word beside the value. */
  word?: ReactNode
  /** Former values, oldest first. */
  trend?: readonly number[]
  /** A line below the value. */
  note?: ReactNode
  /** More lines and links for the details. */
  more?: ReactNode
  /** Smaller, for one of many figures. */
  isSmall?: boolean
}

type DetailsProps = Pick<FigureProps, 'label' | 'value' | 'period' | 'source' | 'asOf' | 'age' | 'more'>

/**
 * The parts of a figure that opens when a user presses it anywhere: the props of its element, its button, and
 * its details.
 */
function useFigure({ label, value, period, source, asOf, age, more }: DetailsProps) {
  const openQuestion = useQuestion()
  const contact = use(ContactContext)
  // `Ask Ana`, or `Ask` while the contact is unknown.
  const verb = contact === null ? 'Ask' : `Ask ${contact}`
  const root = useRef<HTMLDivElement>(null)
  // Null until the details are first opened, because that loads their code.
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const area = {
    ref: root,
    title: openQuestion === null ? `${period}. ${age}` : `${period}. ${verb} about this`,
    style: PADDING,
    className: cx(
      'relative min-w-0 rounded-md',
      openQuestion !== null && 'transition-colors duration-150 hover:bg-hover',
    ),
  }
  const button = (text: ReactNode) =>
    openQuestion === null ? (
      text
    ) : (
      <button
        type="button"
        aria-label={`${verb} about ${label}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(isOpen !== true)}
        className={text === null ? 'absolute inset-0 rounded-md' : TEXT_BUTTON}
      >
        {text}
      </button>
    )
  const panel = isOpen !== null && (
    <Suspense fallback={null}>
      <Details
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        anchor={root}
        label={label}
        value={value}
        period={period}
        source={source}
        age={age}
        question={`${verb} about this`}
        onQuestion={() => openQuestion?.({ label, value, period, as_of: asOf, source })}
      >
        {more}
      </Details>
    </Suspense>
  )
  return { area, button, panel }
}

/** Renders a `<dt>` and `<dd>`, so the parent must be a `<dl>`. */
export function Figure({ word, trend = [], note, isSmall = false, ...details }: FigureProps) {
  const { area, button, panel } = useFigure(details)
  const { label, value } = details
  return (
    <div {...area}>
      <dt className="text-sm text-ink-3">{button(label)}</dt>
      <dd className="flex items-center justify-between gap-2">
        {/* Do not wrap beside a trend, because the trend needs this space. */}
        <span className={cx('flex items-baseline gap-x-2', trend.length === 0 && 'flex-wrap')}>
          <span
            className={cx(
              'tabular font-semibold',
              isSmall ? 'text-lg' : 'text-xl sm:text-2xl',
              value === NO_VALUE ? 'text-ink-3' : 'text-ink',
            )}
          >
            {value}
          </span>
          {word}
        </span>
        <Sparkline values={trend} />
      </dd>
      {note !== undefined && note !== null && <dd className="min-h-5 text-sm text-ink-2">{note}</dd>}
      {panel}
    </div>
  )
}

/** A figure that is drawn in another way, such as a ring or the chosen point of a chart. */
export function FigureArea({ children, ...details }: DetailsProps & { children: ReactNode }) {
  const { area, button, panel } = useFigure(details)
  return (
    <div {...area}>
      {children}
      {button(null)}
      {panel}
    </div>
  )
}

/** A figure in a separate cell, for a strip of figures. */
export function FigureCell(props: FigureProps) {
  return (
    <section aria-label={props.label} className="min-w-0 bg-surface px-3 py-2 sm:px-4">
      <dl>
        <Figure {...props} />
      </dl>
    </section>
  )
}

/**
 * Returns a function that opens a question about a figure and shortens its label to the length that the
 * server accepts. Null if questions are not possible.
 */
export function useQuestion(): ((figure: FigureReference) => void) | null {
  const openQuestion = use(QuestionContext)
  return openQuestion && ((figure) => openQuestion({ ...figure, label: shortened(figure.label) }))
}

function shortened(text: string): string {
  return text.length <= LINE_MAX ? text : `${text.slice(0, LINE_MAX - 1)}…`
}
