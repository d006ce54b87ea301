// Drawings of the product. They are decorative, because the text beside them has the same content.
import { ArrowRight, Bot, CheckCheck, Play } from 'lucide-react'
import type { ReactNode } from 'react'

import { cx } from '../../ui/cx'
import { beat, smoothThrough } from '../curve'
import { bandOf, Gauge } from './gauge'
import { Portrait } from './portrait'

const CARD = 'rounded-xl border border-line bg-raised shadow-2'

const TILES: { name: string; value: string; note: string; isUp?: boolean }[] = [
  { name: 'Score', value: '94', note: '▲ 6 points', isUp: true },
  { name: 'Users', value: '2,481', note: '312 new' },
  { name: 'Messages', value: '18', note: '2 unread' },
  { name: 'Subscription', value: 'Active', note: 'Renews Dec 4' },
]

export function TilesPicture() {
  return (
    <div className="grid w-full max-w-[34rem] grid-cols-2 gap-3">
      {TILES.map(({ name, value, note, isUp }) => (
        <div key={name} className={cx(CARD, 'px-3 py-3 sm:px-4')}>
          <p className="truncate text-xs text-ink-3">{name}</p>
          <p className="mt-0.5 text-2xl font-semibold text-ink tabular">{value}</p>
          <p className={cx('truncate text-xs', isUp ? 'font-semibold text-good' : 'text-ink-2')}>{note}</p>
        </div>
      ))}
    </div>
  )
}

const FINDINGS: [string, string][] = [
  ['Why', 'Tuesday’s post brought 214 of the new visitors.'],
  ['Next', 'Post the menu again on Thursday.'],
]

export function ReportPicture() {
  return (
    <div className={cx(CARD, 'w-full max-w-[21rem] overflow-hidden')}>
      <div className="video relative flex h-24 items-center justify-center">
        <svg viewBox="0 0 320 96" preserveAspectRatio="none" className="absolute inset-0 h-full w-full">
          <path
            d={`M-5 66h70${beat(2)}h30${beat(3.6)}h44${beat(1.8)}H325`}
            fill="none"
            stroke="#ffffff"
            strokeOpacity="0.5"
            strokeWidth="2"
          />
        </svg>
        <span className="relative flex size-11 items-center justify-center rounded-full bg-white text-[#0b1228] shadow-3">
          <Play size={18} fill="currentColor" className="ml-0.5" />
        </span>
      </div>
      <div className="flex items-center gap-3 px-4 pt-3">
        <Portrait className="size-9" />
        <p className="min-w-0 flex-1 text-xs text-ink-3">
          <span className="block truncate text-base font-semibold text-ink">Week 46, in short</span>
          From Ana
        </p>
        <p className="text-xs text-ink-3">2:14</p>
      </div>
      <div className="grid gap-1 px-4 pt-2 pb-3 text-xs text-ink-2">
        {FINDINGS.map(([name, text]) => (
          <p key={name}>
            <span className="font-semibold text-ink">{name}:</span> {text}
          </p>
        ))}
      </div>
    </div>
  )
}

export function ScoresPicture() {
  return (
    <div className="flex items-center gap-1.5 text-ink-3 sm:gap-4">
      {[41, 72, 94].map((score, index) => (
        <div key={score} className="contents">
          {index > 0 && <ArrowRight size={16} className="mb-10 shrink-0 max-[22.5rem]:hidden" />}
          <div className="flex w-[4.5rem] flex-col items-center gap-2 min-[22.5rem]:w-20 sm:w-28">
            <Gauge
              score={score}
              className={index === 2 ? 'size-18 min-[22.5rem]:size-20 sm:size-24' : 'size-16 sm:size-20'}
            />
            <p className="h-8 text-center text-xs font-semibold" style={{ color: bandOf(score).color }}>
              {bandOf(score).name}
            </p>
          </div>
        </div>
      ))}
    </div>
  )
}

const SESSIONS = [34, 38, 30, 44, 52, 47, 60, 66, 58, 74, 83, 79, 92]
const SOURCES: [string, number][] = [
  ['google / organic', 612],
  ['instagram / social', 288],
  ['google / cpc', 204],
  ['newsletter / email', 97],
]
/** The bar of this many sessions has the full width. */
const MAX_SESSIONS = 612

export function SourcesPicture() {
  const points = SESSIONS.map((value, index): [number, number] => [
    (index * 240) / (SESSIONS.length - 1),
    110 - value,
  ])
  const line = smoothThrough(points)
  return (
    <div className={cx(CARD, 'grid w-full max-w-[36rem] gap-6 p-5 sm:grid-cols-[1fr_1.15fr]')}>
      <div className="hidden sm:block">
        <p className="text-xs text-ink-3">Sessions, last 30 days</p>
        <p className="text-2xl font-semibold text-ink tabular">3,204</p>
        <svg viewBox="0 0 240 112" preserveAspectRatio="none" className="mt-2 h-24 w-full overflow-visible">
          <path d={`${line}V112H0Z`} fill="var(--chart)" fillOpacity="0.12" />
          <path
            d={line}
            fill="none"
            stroke="var(--chart)"
            strokeWidth="2.5"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </div>
      <div className="flex flex-col justify-between gap-2.5">
        {SOURCES.map(([name, sessions]) => (
          <div key={name}>
            <p className="flex justify-between text-xs text-ink-2">
              <span>{name}</span>
              <span className="tabular">{sessions}</span>
            </p>
            <span className="mt-1 block h-1.5 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-chart"
                style={{ width: `${((sessions / MAX_SESSIONS) * 100).toFixed(0)}%` }}
              />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

function Bubble({ isOwn = false, children }: { isOwn?: boolean; children: ReactNode }) {
  return (
    <p
      className={cx(
        'max-w-[85%] rounded-xl border px-3.5 py-2 text-sm text-ink shadow-1',
        isOwn ? 'self-end border-primary-line bg-primary-soft' : 'self-start border-line bg-raised',
      )}
    >
      {children}
    </p>
  )
}

export function ChatPicture() {
  return (
    <div className="flex w-full max-w-[30rem] flex-col gap-2.5">
      <Bubble isOwn>The new menu page is up. Does it hurt our score?</Bubble>
      <Bubble>A little: 81 instead of 83. The big picture at the top is 1.4 MB. Shall I shrink it?</Bubble>
      <Bubble isOwn>
        Yes please!
        <span className="ml-3 inline-flex items-center gap-1 align-bottom text-xs text-ink-3">
          2:20 PM <CheckCheck size={14} className="text-primary-ink" />
        </span>
      </Bubble>
      <p className="self-end text-xs text-ink-3">Read by Ana, 2:21 PM</p>
    </div>
  )
}

export function BotPicture() {
  return (
    <div className={cx(CARD, 'w-full max-w-[19rem] overflow-hidden')}>
      <p className="flex items-center gap-2.5 bg-primary px-4 py-2.5 text-sm font-semibold text-on-primary">
        <Bot size={18} /> Harbor Coffee
      </p>
      <div className="flex flex-col gap-2 p-3.5">
        <Bubble isOwn>Open on Sunday?</Bubble>
        <Bubble>Yes, from 9 AM to 2 PM. Shall I keep a table for you?</Bubble>
        <p className="flex gap-1 self-end rounded-xl border border-primary-line bg-primary-soft px-3 py-2.5">
          {[0, 1, 2].map((dot) => (
            <span key={dot} className="size-1.5 rounded-full bg-ink-3" />
          ))}
        </p>
      </div>
    </div>
  )
}
