// The available plans with price, features and a button. If the client has the only plan, lists what it includes.
import { Check } from 'lucide-react'

import { priceText } from '../../../lib/text/numbers'
import type { UserSubscriptionRow } from '../../../db/rows/billing'
import { startText, TRIAL_USED, trialUsedIn } from '../../../lib/text/trial-used'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { cx } from '../../../ui/cx'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import type { StripeRedirect } from './use-stripe-page'
import { planTitle, type Plans, type Product } from './plans'
import { isOngoing } from '../rules'

const FEATURES = [
  'Real-time dashboard with key metrics',
  'Weekly automated reports',
  'Google Analytics integration',
  'Performance monitoring',
  'Email support',
  'Mobile-friendly access',
  'Unlimited data sources',
  'Custom branding options',
]

type PlanCardsProps = {
  subscription: UserSubscriptionRow | null | undefined
  plans: Plans
  tier: string | null
  online: boolean
  redirect: StripeRedirect
}

export function PlanCards({ subscription, plans, tier, online, redirect }: PlanCardsProps) {
  const [onlyPlan] = plans.products
  const hasOnlyPlan = plans.products.length === 1 && isOngoing(subscription?.subscription_status ?? null)
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="mb-2.5 text-head font-semibold text-ink">
        {hasOnlyPlan ? 'What your plan includes' : 'Available plans'}
      </h2>
      {hasOnlyPlan && onlyPlan !== undefined && subscription ? (
        <OnlyPlan product={onlyPlan} subscription={subscription} />
      ) : (
        plans.products.map((product) => (
          <PlanCard
            key={product.id}
            product={product}
            tier={tier}
            subscription={subscription}
            online={online}
            redirect={redirect}
          />
        ))
      )}
      {plans.products.length === 0 && <NoPlans plans={plans} online={online} />}
    </section>
  )
}

function NoPlans({ plans, online }: { plans: Plans; online: boolean }) {
  if (plans.problem !== null) return <LoadError onRetry={plans.retry}>{plans.problem}</LoadError>
  if (plans.hasResponse || !online)
    return (
      <p className="text-base text-ink-2">
        {online ? 'There is no plan to choose now.' : 'Plans are shown when there is a connection.'}
      </p>
    )
  return (
    <div role="status" className="space-y-3 rounded-lg border border-line bg-surface p-5">
      <span className="sr-only">Loading plans</span>
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-4 w-full" />
    </div>
  )
}

/** The card above already shows the plan's name and, while it renews, its price, so this card does not. */
function OnlyPlan({ product, subscription }: { product: Product; subscription: UserSubscriptionRow }) {
  const price = `for ${priceText(product.price, product.currency)} per ${product.interval}`
  return (
    <Card>
      <p className="text-base text-pretty text-ink-2">
        Your plan includes everything we offer{subscription.cancel_at_period_end && `, ${price}`}.
      </p>
      {product.description !== '' && <p className="mt-1 text-base text-ink-2">{product.description}</p>}
      <Features className="mt-3" />
    </Card>
  )
}

function Features({ className }: { className: string }) {
  return (
    <ul className={cx('plan-features grid gap-x-6 gap-y-2 text-base text-ink-2 sm:grid-cols-2', className)}>
      {FEATURES.map((feature) => (
        <li key={feature} className="flex gap-2">
          <Check size={16} aria-hidden="true" className="mt-1 shrink-0 text-good" />
          {feature}
        </li>
      ))}
    </ul>
  )
}

type PlanCardProps = {
  product: Product
  tier: PlanCardsProps['tier']
  subscription: PlanCardsProps['subscription']
  online: boolean
  redirect: StripeRedirect
}

function PlanCard({ product, tier, subscription, online, redirect }: PlanCardProps) {
  const status = subscription?.subscription_status ?? null
  const isCurrent = isOngoing(status)
  const trialUsed = subscription ? trialUsedIn(subscription) : null
  return (
    <article className="rounded-lg border border-line bg-surface p-4 shadow-1 sm:p-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h3 className="text-base font-semibold text-ink">{planTitle(product, isCurrent ? tier : null)}</h3>
          <p className="mt-0.5 text-ink-2">
            <span className="tabular text-2xl font-semibold text-ink">
              {priceText(product.price, product.currency)}
            </span>{' '}
            per {product.interval}
          </p>
        </div>
        {subscription === undefined ? (
          <Skeleton className="h-control w-36 max-sm:w-full" />
        ) : isCurrent ? (
          <p className="inline-flex h-control items-center gap-2 text-base font-medium text-good">
            <Check size={17} aria-hidden="true" />
            Your current plan
          </p>
        ) : (
          <Button
            tone="primary"
            disabled={!online}
            busy={redirect.pendingTarget === product.priceId}
            className="max-sm:w-full"
            onClick={() => void redirect.checkout(product.priceId)}
          >
            {trialUsed === null
              ? 'Start Free Trial'
              : startText(priceText(product.price, product.currency), product.interval)}
          </Button>
        )}
      </div>
      {trialUsed !== null && (
        <Alert tone="warning" className="mt-4">
          {TRIAL_USED[trialUsed]}
        </Alert>
      )}
      {product.description !== '' && <p className="mt-3 text-base text-ink-2">{product.description}</p>}
      <Features className="mt-4 border-t border-line pt-4" />
    </article>
  )
}
