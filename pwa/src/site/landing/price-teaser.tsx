// The price in one line, with a link to the pricing page.
import { Action } from '../frame/action'
import { paths, START } from '../frame/links'
import { Price } from '../pricing/price'

export function Teaser() {
  return (
    <section id="price" aria-labelledby="price-title" className="wide pb-20 sm:pb-28">
      <div className="grid items-center gap-x-12 gap-y-8 rounded-2xl border border-primary-line bg-primary-soft p-8 sm:p-12 lg:grid-cols-[1fr_auto_auto]">
        <div>
          <h2 id="price-title" className="text-title font-bold text-ink">
            One plan. Everything in it.
          </h2>
          <p className="mt-3 text-lead text-ink-2">
            14-day free trial, unlimited data sources, cancel anytime.
          </p>
        </div>
        <div>
          <p className="text-sm font-semibold text-ink-2">Starting at</p>
          <Price per="/month" />
        </div>
        <div className="flex flex-col gap-3">
          <Action tone="primary" href={START.to}>
            {START.words}
          </Action>
          <Action tone="plain" href={paths.pricing}>
            See pricing
          </Action>
        </div>
      </div>
    </section>
  )
}
