// "How it works": four steps along one line, which is flat, then beats like a heart, grows, and climbs.
import { Mail, Plug } from 'lucide-react'
import type { ReactNode } from 'react'

import { beat, beatWidth } from '../curve'
import { Section } from '../frame/section'

const WIDTH = 320
const BASE = 96

function Line({ d, dashed = false }: { d: string; dashed?: boolean }) {
  return (
    <path
      d={d}
      fill="none"
      stroke="var(--chart)"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
      {...(dashed && { strokeDasharray: '2 9', strokeOpacity: 0.6 })}
    />
  )
}

const SMALL = 2.6
/** The width of the flat parts between and beside three small heartbeats. */
const GAP = (WIDTH - 3 * beatWidth(SMALL)) / 4
const TALL = 6.2
/** The width of the flat parts beside one tall heartbeat. */
const SIDE = (WIDTH - beatWidth(TALL)) / 2

const STEPS: { name: string; text: string; line: ReactNode; icon?: ReactNode }[] = [
  {
    name: 'Connect',
    text: 'Sign up, enter your website, connect Google Analytics. Under 10 minutes, and nothing to install.',
    line: (
      <>
        <Line d={`M0 ${BASE}H160`} dashed />
        <Line d={`M160 ${BASE}H${WIDTH}`} />
      </>
    ),
    icon: <Plug size={20} />,
  },
  {
    name: 'Track',
    text: 'Visitors, sessions and conversions in real time. Every Friday we test your website as a phone sees it.',
    line: <Line d={`M0 ${BASE}h${GAP}${beat(SMALL)}h${GAP}${beat(SMALL)}h${GAP}${beat(SMALL)}H${WIDTH}`} />,
  },
  {
    name: 'Get Weekly Updates',
    text: 'Every Monday: a short video, the numbers that changed, and what to do about them. In your inbox too.',
    line: <Line d={`M0 ${BASE}h${SIDE}${beat(TALL)}H${WIDTH}`} />,
    icon: <Mail size={20} />,
  },
  {
    name: 'Grow',
    text: 'Do the one thing that matters most this week. Watch the line follow.',
    line: <Line d={`M0 ${BASE}C90 ${BASE} 150 84 204 52S292 8 ${WIDTH - 8} 6`} />,
  },
]

export function Steps() {
  return (
    <Section id="how" title="Four steps, then a weekly rhythm" className="pb-6! sm:pb-10!">
      <ol className="mt-7 grid gap-y-5 md:mt-10 md:gap-y-12 lg:mt-14 md:grid-cols-2 lg:grid-cols-4">
        {STEPS.map(({ name, text, line, icon }, index) => (
          <li key={name} className="grid grid-cols-[4.5rem_1fr] gap-x-5 md:block">
            <div className="relative mt-1 h-12 md:mt-0 md:h-24 lg:h-32" aria-hidden="true">
              <svg
                viewBox={`0 0 ${WIDTH} 128`}
                preserveAspectRatio="none"
                className="step-line block h-full w-full overflow-visible"
              >
                {line}
              </svg>
              {icon !== undefined && (
                <span
                  className="absolute left-1/2 flex size-9 -translate-x-1/2 -translate-y-1/2 items-center justify-center rounded-full border border-primary-line bg-raised text-primary-ink shadow-2 md:size-11"
                  style={{ top: index === 0 ? '75%' : '17%' }}
                >
                  {icon}
                </span>
              )}
              {index === STEPS.length - 1 && (
                <span className="absolute -top-1.5 -right-1.5 size-4 md:-top-0.5 md:right-0.5 rounded-full border-[3px] border-canvas bg-chart" />
              )}
            </div>
            <div className="md:mt-5 md:pr-8">
              <h3 className="text-xl font-semibold text-ink">
                <span className="mr-2.5 text-ink-3 tabular">{index + 1}</span>
                {name}
              </h3>
              <p className="mt-1 text-body text-ink-2 md:mt-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
