// The pricing page: one plan, its features, and frequent questions.
import { ArrowLeft } from 'lucide-react'

import { paths } from '../frame/links'
import { IfSelling } from '../frame/conditions'
import { Plan } from './plan'
import { Questions } from './questions'
import { Trial } from './trial'

export function Pricing() {
  return (
    <div className="pricing-ground">
      <div className="wide pt-6 pb-20 sm:pb-28">
        <a
          href={paths.home}
          className="-ml-1 inline-flex h-11 items-center gap-2 rounded-sm px-1 text-[0.9375rem] font-medium text-ink-2 hover:text-ink"
        >
          <ArrowLeft size={18} aria-hidden="true" />
          Back to Home
        </a>
        <div className="mt-6 grid gap-x-16 gap-y-10 lg:mt-8 lg:grid-cols-[1fr_27rem] lg:grid-rows-[auto_1fr]">
          <div className="lg:pt-6">
            <h1 className="max-w-[16ch] text-hero font-bold text-balance text-ink">
              One plan. Everything in it.
            </h1>
            <p className="mt-5 max-w-[46ch] text-lead text-ink-2">
              Everything we have, for every client: dashboards, weekly reports, performance scores, and people
              who answer. <IfSelling then="The first 14 days are free." />
            </p>
          </div>
          <Plan />
          <IfSelling then={<Trial />} />
        </div>
        <Questions />
      </div>
    </div>
  )
}
