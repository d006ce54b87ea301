// The top of the landing page: the product, the cost of the trial, and a line that turns from noise into a score.
import { Check, MessageCircle, Play } from 'lucide-react'

import { Action } from '../frame/action'
import { LANDING_LEAD, LANDING_TITLE } from '../../lib/text/landing-texts'
import { Gauge } from './gauge'
import { paths } from '../frame/links'
import { IfSelling } from '../frame/conditions'
import { Portrait } from './portrait'
import { ScoreChart } from './score-chart'
import { StartAction } from '../frame/start-action'

const CLAIMS = [
  { claim: 'No credit card required', isAboutTrial: true },
  { claim: '14-day free trial', isAboutTrial: true },
  { claim: 'Set up in under 10 minutes', isAboutTrial: false },
]

export function Hero() {
  return (
    <section aria-labelledby="hero" className="night relative z-10 overflow-x-clip">
      <div className="wide grid gap-x-14 gap-y-10 pt-10 sm:gap-y-14 sm:pt-20 lg:grid-cols-[1fr_1.08fr]">
        <div className="lg:pb-32">
          <h1 id="hero" className="text-hero font-bold text-balance">
            {LANDING_TITLE}
          </h1>
          <p className="mt-5 max-w-[46ch] text-lead text-night-2">{LANDING_LEAD}</p>
          <div className="mt-7 flex flex-col gap-3 sm:mt-9 sm:flex-row">
            <StartAction />
            <Action tone="night" href={paths.pricing}>
              <IfSelling then="See pricing – from $99/month" otherwise="See the plan" />
            </Action>
          </div>
          <ul className="mt-6 flex flex-col sm:mt-8 gap-x-5 gap-y-2 text-sm text-night-2 sm:flex-row sm:flex-wrap">
            {CLAIMS.map(({ claim, isAboutTrial }) => {
              const item = (
                <li key={claim} className="flex items-center gap-2">
                  <Check size={17} strokeWidth={2.5} aria-hidden="true" className="text-night-line" />
                  {claim}
                </li>
              )
              return isAboutTrial ? <IfSelling key={claim} then={item} /> : item
            })}
          </ul>
        </div>
        <Picture />
      </div>
    </section>
  )
}

/** The week as a client sees it. On phones the person's video is first; on wider screens it lies on the score. */
function Picture() {
  return (
    <div
      role="img"
      aria-label="A client’s dashboard: Ana’s two-minute video of the week with her note, and the website’s performance score, which has climbed from 41 to 94 in ten weeks, with the reason."
      className="relative -mb-8 grid gap-3 self-end text-ink sm:block"
    >
      {/* One card on phones. It is first in the document too, or the score would jump while the page arrives. */}
      <div className="overflow-hidden rounded-2xl border border-line bg-raised shadow-hero sm:contents">
        <Video />
        <div className="px-3.5 pb-3.5 sm:absolute sm:right-4 sm:-bottom-17 sm:z-10 sm:max-w-[15.5rem] sm:rounded-xl sm:border sm:border-line sm:bg-raised sm:px-4 sm:py-3 sm:shadow-hero">
          <p className="text-xs font-semibold text-primary-ink max-sm:hidden">Ana, your analyst</p>
          <p className="text-sm text-pretty sm:mt-0.5">
            The new menu page brought 17 orders. I would keep it.
          </p>
        </div>
      </div>
      <div className="rounded-2xl border border-line bg-surface p-5 shadow-hero sm:p-6">
        <p className="text-base font-semibold">Website performance</p>
        <p className="text-sm text-ink-3">harborcoffee.example, on a phone</p>
        <div className="mt-4 flex items-center gap-4">
          <Gauge score={94} className="size-20 shrink-0" />
          <p className="text-sm text-ink-2">
            <span className="block text-lg font-semibold text-good">▲ 6 points</span>
            since last Friday
          </p>
        </div>
        <div className="mt-4 mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-sunken px-3.5 py-2.5 text-sm">
          <p>
            <span className="block font-semibold">Why did the score move?</span>
            <span className="text-ink-2">No longer on the page: hero.png, 2.1 MB.</span>
          </p>
          <p className="flex items-center gap-1.5 font-semibold text-primary-ink">
            <MessageCircle size={15} /> Ask Ana about this
          </p>
        </div>
        <ScoreChart />
        <p className="mt-3 flex justify-between text-xs text-ink-3">
          <span>10 weeks ago</span>
          <span>This Friday</span>
        </p>
      </div>
    </div>
  )
}

function Video() {
  return (
    <div className="sm:absolute sm:-top-8 sm:-right-6 sm:z-10 sm:w-64 sm:overflow-hidden sm:rounded-xl sm:border sm:border-line sm:bg-raised sm:shadow-hero lg:-top-24">
      <div className="video relative flex h-36 items-center justify-center sm:h-32">
        <span className="flex size-11 items-center justify-center rounded-full bg-white text-[#0b1228] shadow-2">
          <Play size={18} fill="currentColor" className="ml-0.5" />
        </span>
        <span className="absolute right-2 bottom-2 rounded-sm bg-[#0b1228cc] px-1.5 py-px text-xs text-white">
          2:14
        </span>
      </div>
      <div className="flex items-start gap-3 px-3.5 py-2.5">
        <Portrait className="size-10" />
        <div>
          <p className="text-sm font-semibold">Your week in two minutes</p>
          <p className="text-xs text-ink-3">
            From Ana<span className="sm:hidden">, your analyst</span> · Monday, 8:00 AM
          </p>
        </div>
      </div>
    </div>
  )
}
