// The price in one line, with a link to the pricing page.
import { Action } from '../frame/action'
import { paths } from '../frame/links'
import { IfSelling } from '../frame/conditions'
import { StartAction } from '../frame/start-action'
import { Price } from '../pricing/price'

export function PriceTeaser() {
  return (
    <section id="price" aria-labelledby="price-title" className="wide pb-14 sm:pb-28">
      <div className="grid items-center gap-x-12 gap-y-6 rounded-2xl border border-primary-line bg-primary-soft p-6 sm:p-12 lg:grid-cols-[1fr_auto_auto]">
        <div>
          <h2 id="price-title" className="text-title font-bold text-ink">
            One plan. Everything in it.
          </h2>
          <p className="mt-3 text-lead text-ink-2">
            <IfSelling
              then="14-day free trial, unlimited data sources, cancel anytime."
              otherwise="Unlimited data sources. Write to us, and we set you up."
            />
          </p>
        </div>
        <IfSelling
          then={
            <div>
              <p className="text-sm font-semibold text-ink-2">Starting at</p>
              <Price per="/month" />
            </div>
          }
        />
        <div className="flex flex-col gap-3">
          <StartAction />
          <Action tone="bordered" href={paths.pricing}>
            <IfSelling then="See pricing" otherwise="See the plan" />
          </Action>
        </div>
      </div>
    </section>
  )
}
