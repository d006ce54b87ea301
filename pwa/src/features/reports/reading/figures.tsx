// The figures measured up to the report's publication, and the score over time.
import { useRef } from 'react'

import { monthDayText } from '../../../lib/text/days'
import type { Figures } from '../../../db/rows/reports'
import { ChangeMark, scoreChangeOf } from '../../../ui/chart/change'
import { cx } from '../../../ui/cx'
import { useWidth } from '../../../ui/hooks/use-width'
import { pictureOf } from './chart'
import { analyticsNote, detailsOf } from '../rules'

/** The figures and the chart share a row if each can be this wide, as on desktops. */
const SIDE_BY_SIDE = { flex: '1 1 18rem' }
/** Two columns on the narrowest phone. */
const COLUMNS = { gridTemplateColumns: 'repeat(auto-fit, minmax(7rem, 1fr))' }
const WHOLE_ROW = { gridColumn: '1 / -1' }

/** `at` is the time of the report. */
export function FiguresPanel({ figures, at }: { figures: Figures | null; at: string }) {
  const details = detailsOf(figures, at)
  if (figures === null || details.length === 0) return null
  const note = analyticsNote(figures)
  const change = scoreChangeOf(figures.score, figures.score_before)
  return (
    <section aria-label="Figures" className="rounded-lg border border-line bg-surface p-4 shadow-1 sm:p-5">
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <dl style={{ ...SIDE_BY_SIDE, ...COLUMNS }} className="grid content-start gap-x-4 gap-y-4">
          {details.map(({ label, value, meaning }, index) => {
            const isScore = index === 0 && figures.score !== null
            return (
              <div key={label} {...(isScore && { style: WHOLE_ROW })} className="min-w-0">
                <dt className="text-sm text-ink-3">{label}</dt>
                <dd className={cx('tabular font-semibold text-ink', isScore ? 'text-3xl' : 'text-xl')}>
                  {value}
                </dd>
                {isScore && change !== null && (
                  <dd>
                    <ChangeMark change={change} comparedWith="week before" isLong />
                  </dd>
                )}
                {meaning !== undefined && <dd className="text-xs text-pretty text-ink-3">{meaning}</dd>}
              </div>
            )
          })}
        </dl>
        <ScoreChart scores={figures.scores} />
      </div>
      {note !== null && <p className="mt-3 text-xs text-ink-3">{note}</p>}
    </section>
  )
}

/** The height in px, and the width before it is measured. */
const HEIGHT = 180
const WIDTH = 420

function ScoreChart({ scores }: { scores: Figures['scores'] }) {
  const box = useRef<HTMLElement>(null)
  const picture = pictureOf(scores, useWidth(box, WIDTH), HEIGHT)
  if (picture === null) return null
  const { width, height, dots, line, area, grid, hasDateLabel } = picture
  const text = dots.map(({ at, score }) => `${monthDayText(at)}: ${score}`).join(', ')
  return (
    <figure ref={box} style={SIDE_BY_SIDE} className="min-w-0">
      <figcaption className="mb-1 text-sm font-medium text-ink-2">Performance score by week</figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        height={height}
        role="img"
        aria-label={`Performance score by week. ${text}`}
        className="block w-full overflow-visible"
      >
        {grid.map(({ score, y }) => (
          <g key={score}>
            <line x1={30} x2={width - 12} y1={y} y2={y} className="stroke-line" />
            <text x={24} y={y + 4} textAnchor="end" className="tabular fill-ink-3 text-xs">
              {score}
            </text>
          </g>
        ))}
        <path d={area} className="fill-primary opacity-10" />
        <path
          d={line}
          fill="none"
          className="stroke-primary"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {dots.map(({ x, y, at, score }, index) => (
          <g key={at}>
            <circle cx={x} cy={y} r={4} className="fill-primary stroke-surface" strokeWidth="2" />
            <text x={x} y={y - 9} textAnchor="middle" className="tabular fill-ink-2 text-xs">
              {score}
            </text>
            {hasDateLabel(index) && (
              <text x={x} y={height - 8} textAnchor="middle" className="tabular fill-ink-3 text-xs">
                {monthDayText(at)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  )
}
