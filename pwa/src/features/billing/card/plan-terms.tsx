// The plan's terms: nothing is charged until the trial ends, then the price.
import { priceText } from '../../../lib/text/numbers'
import type { CardTerms } from './entry'

type PlanTermsProps = {
  /** Null until Stripe's terms are loaded. */
  terms: CardTerms | null
  /** Whether the stored subscription says that the user has had a trial. */
  hasUsedTrial: boolean
}

export function PlanTerms({ terms, hasUsedTrial }: PlanTermsProps) {
  if (terms === null ? hasUsedTrial : !terms.with_trial) {
    return (
      <p className="mt-1.5 text-base text-pretty text-ink-2">
        You have already had your free trial. Adding a card charges nothing; you start your plan when you
        choose to.
      </p>
    )
  }
  const after =
    terms === null ? '' : ` After that it is ${priceText(terms.price, terms.currency)} per ${terms.interval}.`
  return (
    <p className="mt-1.5 text-base text-pretty text-ink-2">
      Your 14-day free trial costs nothing until it ends, and you may cancel anytime.{after}
    </p>
  )
}
