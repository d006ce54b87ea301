// The client's subscription: status, next charge and its date, and a button to change it.
import { CalendarClock, CreditCard, ExternalLink, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

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
      <ManageSubscription subscription={subscription} online={online} redirect={redirect}>
        {nextPaymentText(subscription, status, product)}
      </ManageSubscription>
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

type ManageSubscriptionProps = {
  subscription: UserSubscriptionRow
  online: boolean
  redirect: StripeRedirect
  /** What happens next, and when; empty if nothing does. */
  children?: string
}

/** The next payment, the card, and the button that opens the portal. */
function ManageSubscription({ subscription, online, redirect, children = '' }: ManageSubscriptionProps) {
  const { payment_method_brand: brand, payment_method_last4: last4 } = subscription
  return (
    <>
      <dl className="mt-4 divide-y divide-line border-y border-line">
        {children !== '' && (
          <Detail name={nameOf(subscription)} Icon={CalendarClock}>
            {children}
          </Detail>
        )}
        <Detail name="Payment method" Icon={CreditCard}>
          {last4 === null ? 'None' : cardText(brand, last4)}
        </Detail>
      </dl>
      <div className="mt-4 flex flex-col gap-2 sm:flex-row">
        <Button
          disabled={!online}
          busy={redirect.pendingTarget === 'portal'}
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

function Detail({ name, Icon, children }: { name: string; Icon: LucideIcon; children: ReactNode }) {
  return (
    <div className="plan-detail">
      <dt className="text-sm text-ink-3">
        <span className="plan-detail-icon flex size-9 items-center justify-center rounded-md bg-sunken text-ink-2">
          <Icon size={18} aria-hidden="true" />
        </span>
        {name}
      </dt>
      <dd className="text-base font-medium text-pretty text-ink">{children}</dd>
    </div>
  )
}

/** What `nextPaymentText` is about. */
function nameOf(subscription: UserSubscriptionRow): string {
  if (isRenewing(subscription)) return 'Next payment'
  return isOwed(subscription.subscription_status ?? '') ? 'Last payment' : 'What happens next'
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
