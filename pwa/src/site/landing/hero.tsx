// The top of the landing page: the product, the cost of the trial, and a line that turns from noise into a score.
import { Check, Play } from 'lucide-react'

import { Action } from '../frame/action'
import { LANDING_LEAD, LANDING_TITLE } from '../../lib/text/landing-texts'
import { Gauge } from './gauge'
import { paths } from '../frame/links'
import { IfSelling } from '../frame/conditions'
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
      <div className="wide grid gap-x-14 gap-y-14 pt-14 sm:pt-20 lg:grid-cols-[1fr_1.08fr]">
        <div className="lg:pb-32">
          <h1 id="hero" className="text-hero font-bold text-balance">
            {LANDING_TITLE}
          </h1>
          <p className="mt-6 max-w-[46ch] text-lead text-night-2">{LANDING_LEAD}</p>
          <div className="mt-9 flex flex-col gap-3 sm:flex-row">
            <StartAction />
            <Action tone="night" href={paths.pricing}>
              <IfSelling then="See pricing – from $99/month" otherwise="See the plan" />
            </Action>
          </div>
          <ul className="mt-8 flex flex-col gap-x-5 gap-y-2 text-sm text-night-2 sm:flex-row sm:flex-wrap">
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

function Picture() {
  return (
    <div
      role="img"
      aria-label="A client’s dashboard: in ten weeks the website’s performance score has climbed from 41 to 94, and this week’s video report is ready."
      className="relative -mb-8 self-end text-ink"
    >
      <div className="rounded-2xl border border-line bg-surface p-5 shadow-hero sm:p-6">
        <p className="text-base font-semibold">Website performance</p>
        <p className="text-sm text-ink-3">harborcoffee.example, on a phone</p>
        <div className="mt-4 mb-6 flex items-center gap-4">
          <Gauge score={94} className="size-20" />
          <p className="text-sm text-ink-2">
            <span className="block text-lg font-semibold text-good">▲ 6 points</span>
            since last Friday
          </p>
        </div>
        <ScoreChart />
        <p className="mt-3 flex justify-between text-xs text-ink-3">
          <span>10 weeks ago</span>
          <span>This Friday</span>
        </p>
      </div>
      <div className="absolute -top-8 right-4 hidden w-64 overflow-hidden rounded-xl border border-line bg-raised shadow-hero sm:-right-6 sm:block lg:-top-24">
        <div className="video relative flex h-32 items-center justify-center">
          <span className="flex size-11 items-center justify-center rounded-full bg-white text-[#0b1228] shadow-2">
            <Play size={18} fill="currentColor" className="ml-0.5" />
          </span>
          <span className="absolute right-2 bottom-2 rounded-sm bg-[#0b1228cc] px-1.5 py-px text-xs text-white">
            2:14
          </span>
        </div>
        <div className="px-3.5 py-2.5">
          <p className="text-sm font-semibold">Your week in two minutes</p>
          <p className="text-xs text-ink-3">Monday, 8:00 AM</p>
        </div>
      </div>
      <div className="absolute right-4 -bottom-17 hidden max-w-[15.5rem] rounded-xl border border-line bg-raised px-4 py-3 shadow-hero sm:block">
        <p className="text-xs font-semibold text-primary-ink">Ana, your analyst</p>
        <p className="mt-0.5 text-sm">The new menu page brought 17 orders. I would keep it.</p>
      </div>
    </div>
  )
}
