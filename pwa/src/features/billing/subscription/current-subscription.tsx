// The client's subscription: status, next charge and its date, and a button to change it.
import { CalendarClock, CreditCard, ExternalLink } from 'lucide-react'

import { NOT_LOADED } from '../../../lib/text/client-errors'
import { usDateText } from '../../../lib/text/days'
import { priceText } from '../../../lib/text/numbers'
import { subscriptionText } from '../../../lib/text/plan-names'
import type { UserSubscriptionRow } from '../../../db/rows/billing'
import type { View } from '../../../live/view'
import { Alert } from '../../../ui/feedback/alert'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import type { StripeRedirect } from './use-stripe-page'
import { planTitle, type Product } from './plans'
import { cardText, isOngoing, isOwed, isRenewing, toneOf } from '../rules'

type CurrentSubscriptionProps = {
  view: View<{ row: UserSubscriptionRow | null }>
  product: Product | undefined
  /** The name of the client's plan; null until it is known. */
  tier: string | null
  online: boolean
  redirect: StripeRedirect
}

export function CurrentSubscription({ view, product, tier, online, redirect }: CurrentSubscriptionProps) {
  return (
    <section aria-labelledby="current">
      <h2 id="current" className="mb-2.5 text-head font-semibold text-ink">
        Current subscription
      </h2>
      <div className="rounded-lg border border-line bg-surface p-4 shadow-1 sm:p-5">
        {view.is === 'loading' && <Loading />}
        {view.is === 'failed' && <LoadError onRetry={view.retry}>{NOT_LOADED}</LoadError>}
        {view.is === 'ready' && (
          <Content
            subscription={view.row}
            product={product}
            tier={tier}
            online={online}
            redirect={redirect}
          />
        )}
      </div>
    </section>
  )
}

function Loading() {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">Loading your subscription</span>
      <Skeleton className="h-6 w-44" />
      <Skeleton className="h-8 w-32" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-control w-full sm:w-52" />
    </div>
  )
}

function Content({
  subscription,
  product,
  tier,
  online,
  redirect,
}: Omit<CurrentSubscriptionProps, 'view'> & { subscription: UserSubscriptionRow | null }) {
  const status = subscription?.subscription_status ?? null
  if (subscription === null || status === null) {
    return (
      <>
        <p className="text-base text-ink-2">
          You have no subscription yet.{product !== undefined && ' Choose a plan below.'}
        </p>
        {subscription !== null && subscription.payment_method_last4 !== null && (
          <ManageSubscription subscription={subscription} online={online} redirect={redirect} />
        )}
      </>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg font-semibold text-ink">{planTitle(product, tier)}</h3>
        <Badge tone={toneOf(status)}>{subscriptionText(status)}</Badge>
      </div>
      {(isRenewing(subscription) || isOwed(status)) && <Price product={product} />}
      <NextPayment>{nextPaymentText(subscription, status, product)}</NextPayment>
      {subscription.cancel_at_period_end && isOngoing(status) && (
        <Alert tone="warning" title="Your subscription is canceled" className="mt-4">
          You keep everything until it expires, and you can resume it until then.
        </Alert>
      )}
      {isOwed(status) && (
        <Alert title="Your payment did not go through" className="mt-4">
          Update your card to keep your subscription.
        </Alert>
      )}
      <ManageSubscription subscription={subscription} online={online} redirect={redirect} />
    </>
  )
}

/** Keeps its height while the plans load, so that the card does not grow. */
function Price({ product }: { product: Product | undefined }) {
  return (
    <p className="mt-1.5 h-8 text-base text-ink-2">
      {product !== undefined && (
        <>
          <span className="tabular text-2xl font-semibold text-ink">
            {priceText(product.price, product.currency)}
          </span>{' '}
          per {product.interval}
        </>
      )}
    </p>
  )
}

/** What happens next, and when. Renders nothing without a text. */
function NextPayment({ children }: { children: string }) {
  if (children === '') return null
  return (
    <p className="mt-3 flex gap-2.5 rounded-md border border-line bg-sunken px-3 py-2.5 text-base font-medium text-pretty text-ink">
      <CalendarClock size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-2" />
      {children}
    </p>
  )
}

/** The details, and the button that opens the portal. */
function ManageSubscription({
  subscription,
  online,
  redirect,
}: {
  subscription: UserSubscriptionRow
  online: boolean
  redirect: StripeRedirect
}) {
  return (
    <>
      <dl className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-base">
        <dt className="text-ink-2">Payment method</dt>
        <dd className="font-medium text-ink">
          {subscription.payment_method_last4 === null
            ? 'None'
            : cardText(subscription.payment_method_brand, subscription.payment_method_last4)}
        </dd>
      </dl>
      <div className="mt-3 flex flex-col gap-2 sm:flex-row">
        <Button
          disabled={!online}
          busy={redirect.pendingTarget === 'portal'}
          icon={redirect.pendingTarget === 'portal' ? undefined : <CreditCard size={17} aria-hidden="true" />}
          onClick={() => void redirect.portal()}
        >
          Manage subscription
          <ExternalLink size={14} aria-hidden="true" className="text-ink-3" />
        </Button>
        <p className="self-center text-sm text-ink-3">
          {isOngoing(subscription.subscription_status)
            ? 'Cancel, resume, change your card, or see invoices.'
            : 'Change your card, or see invoices.'}
        </p>
      </div>
    </>
  )
}

/** The next amount and its date; without the amount until the plans are loaded. */
function nextPaymentText(
  subscription: UserSubscriptionRow,
  status: string,
  product: Product | undefined,
): string {
  if (!isOngoing(status)) return 'Your subscription has ended. Choose a plan below to subscribe again.'
  const amount = product && priceText(product.price, product.currency)
  const date = subscription.current_period_end === null ? '' : usDateText(subscription.current_period_end)
  const expires = subscription.cancel_at_period_end && date !== '' ? `Expires on ${date}.` : ''
  // An unpaid subscription renews only once it is paid, so it has no date of renewal.
  if (isOwed(status))
    return `The last payment${amount === undefined ? '' : ` of ${amount}`} failed. ${expires}`.trimEnd()
  if (expires !== '') return `${expires} Nothing more is charged.`
  if (date === '' || !isRenewing(subscription)) return ''
  if (product === undefined || amount === undefined) return `Renews on ${date}.`
  return status === 'trialing'
    ? `Renews on ${date}: your free trial ends, and ${amount} is charged each ${product.interval}.`
    : `Renews on ${date} for ${amount}.`
}
