// A chart of a website's score in ten weeks. Its line starts as heartbeats far to the left of the chart.
import { beat, type Point, smoothThrough } from '../curve'

const SCORES = [41, 44, 43, 52, 61, 60, 72, 81, 88, 94]
const WIDTH = 560
const HEIGHT = 288
const FIRST_X = 22
const STEP = (WIDTH - 2 * FIRST_X) / (SCORES.length - 1)
/** The scores at the lower and the upper edge of the chart. */
const MIN_SCORE = 32
const MAX_SCORE = 102

const yOf = (score: number) => HEIGHT - ((score - MIN_SCORE) / (MAX_SCORE - MIN_SCORE)) * HEIGHT
const POINTS = SCORES.map((score, week): Point => [FIRST_X + week * STEP, yOf(score)])
const BASE = yOf(SCORES[0] ?? 0)
const END: Point = POINTS.at(-1) ?? [0, 0]

const BANDS = [
  { name: 'Good', from: MAX_SCORE, to: 90, fill: 'var(--good)' },
  { name: 'Needs Improvement', from: 90, to: 50, fill: 'var(--warn)' },
  { name: 'Poor', from: 50, to: MIN_SCORE, fill: 'var(--bad)' },
]

// Before the first measurement, the line is noise that starts far to the left of the card.
const LEAD = `M-1500 ${BASE}h300${beat(3)}h150${beat(5)}h60${beat(2.4)}h210${beat(5.4)}h50${beat(3)}h230${beat(4)}H${FIRST_X}`
const CLIMB = smoothThrough(POINTS)

export function ScoreChart() {
  return (
    <div className="relative text-xs font-semibold">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block w-full overflow-visible" aria-hidden="true">
        <defs>
          <linearGradient id="lead" gradientUnits="userSpaceOnUse" x1="-900" y1="0" x2="0" y2="0">
            <stop offset="0" stopColor="#7fa6ff" stopOpacity="0" />
            <stop offset="0.7" stopColor="#7fa6ff" stopOpacity="0.5" />
            <stop offset="1" stopColor="#b9ceff" />
          </linearGradient>
          <linearGradient id="below" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--primary)" stopOpacity="0.22" />
            <stop offset="1" stopColor="var(--primary)" stopOpacity="0" />
          </linearGradient>
          <clipPath id="outside">
            <rect x="-1600" y="-60" width="1576" height="360" />
          </clipPath>
          <clipPath id="inside">
            <rect x="-24" y="-60" width="700" height="360" />
          </clipPath>
        </defs>
        {BANDS.map(({ name, from, to, fill }) => (
          <rect
            key={name}
            y={yOf(from)}
            width={WIDTH}
            height={yOf(to) - yOf(from)}
            fill={fill}
            fillOpacity="0.07"
          />
        ))}
        <path d={`${CLIMB}V${HEIGHT}H${FIRST_X}Z`} fill="url(#below)" />
        <g fill="none" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
          <path d={LEAD} stroke="url(#lead)" clipPath="url(#outside)" vectorEffect="non-scaling-stroke" />
          <path
            d={`${LEAD}${CLIMB}`}
            stroke="var(--chart)"
            clipPath="url(#inside)"
            vectorEffect="non-scaling-stroke"
          />
        </g>
        {POINTS.slice(0, -1).map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="3.5" fill="var(--surface)" stroke="var(--chart)" strokeWidth="2" />
        ))}
        <circle cx={END[0]} cy={END[1]} r="13" fill="var(--chart)" fillOpacity="0.18" className="hero-end" />
        <circle cx={END[0]} cy={END[1]} r="6" fill="var(--chart)" stroke="var(--surface)" strokeWidth="2.5" />
      </svg>
      {BANDS.map(({ name, from, to, fill }) => {
        // Labels avoid the line, which begins at the bottom left and ends at the top right.
        const top = `calc(${((yOf(from) / HEIGHT) * 100).toFixed(1)}% + 0.25rem)`
        const position =
          to === MIN_SCORE ? { bottom: '0.25rem', right: '0.625rem' } : { top, left: '0.625rem' }
        return (
          <span key={name} className="absolute" style={{ ...position, color: fill }}>
            {name}
          </span>
        )
      })}
    </div>
  )
}
