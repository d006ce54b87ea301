// The page after checkout: shows the purchase as soon as the server has confirmed it.
import { CircleCheck, CircleHelp, Copy } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'

import { usDateText } from '../../../lib/text/days'
import { subscriptionText } from '../../../lib/text/plan-names'
import { PRODUCT_NAME } from '../../../lib/product'
import { useSyncStatus } from '../../../live/live'
import { Badge } from '../../../ui/badge'
import { Button, buttonClass } from '../../../ui/button'
import { Spinner } from '../../../ui/spinner'
import { useCopy } from '../../../ui/hooks/use-copy'
import { useOwnSubscription } from '../card-on-file'
import { Details } from '../subscription/details'
import { cardText, isRenewing, toneOf } from '../rules'
import { type Confirmation, useConfirmation } from './use-confirmation'

type CheckoutSuccessScreenProps = {
  sessionId: string | null
  /** Links to continue: label and address, the primary one first. */
  links: readonly (readonly [label: string, href: string])[]
}

export function CheckoutSuccessScreen({ sessionId, links }: CheckoutSuccessScreenProps) {
  const { link } = useSyncStatus()
  const view = useOwnSubscription()
  const stored = view.is === 'ready' ? view.row : null
  const confirmation = useConfirmation(sessionId, link.is !== 'offline')
  const subscription =
    (stored?.subscription_status ?? null) === null ? (confirmation.subscription ?? stored ?? null) : stored
  const status = subscription?.subscription_status ?? null
  const end = subscription?.current_period_end ?? null
  const last4 = subscription?.payment_method_last4 ?? null
  const [wasMissing, setWasMissing] = useState(false)
  if (!wasMissing && view.is === 'ready' && (stored?.subscription_status ?? null) === null)
    setWasMissing(true)
  // A stored subscription may be an older one. One that arrives while the page is open is the purchase.
  const isConfirmed =
    (confirmation.subscription?.subscription_status ?? null) !== null || (wasMissing && status !== null)
  const state = sessionId === null ? 'unknown' : confirmation.state
  const missing = isConfirmed ? null : missingText(state, status !== null, link.is === 'offline')
  const heading =
    missing?.heading ?? (isConfirmed || wasMissing ? 'Payment Successful' : 'Checking your payment')
  return (
    <div className="mx-auto w-full max-w-lg px-4 py-8 sm:py-14">
      <title>{`${heading} · ${PRODUCT_NAME}`}</title>
      <div className="rounded-xl border border-line bg-surface p-5 shadow-2 sm:p-7">
        {heading === 'Payment Successful' ? (
          <div className="mb-4 flex size-11 items-center justify-center rounded-full bg-good-soft text-good">
            <CircleCheck size={24} aria-hidden="true" />
          </div>
        ) : (
          <div className="mb-4 flex size-11 items-center justify-center rounded-full bg-warn-soft text-warn">
            <CircleHelp size={24} aria-hidden="true" />
          </div>
        )}
        <h1 className="text-xl font-semibold text-ink">{heading}</h1>
        <div aria-live="polite">
          {missing !== null && <p className="mt-3 text-base text-pretty text-ink-2">{missing.text}</p>}
          {status === null && missing === null && (
            <p className="mt-4 flex items-center gap-3 text-base text-ink-2">
              <Spinner className="text-lg text-primary" />
              Your subscription is being set up. This page fills in by itself.
            </p>
          )}
          {status !== null && (
            <Details
              className="mt-5"
              rows={[
                [
                  'Subscription status',
                  <Badge key="status" tone={toneOf(status)}>
                    {subscriptionText(status)}
                  </Badge>,
                ],
                [
                  'Next billing date',
                  end === null || subscription === null || !isRenewing(subscription) ? '—' : usDateText(end),
                ],
                [
                  'Payment method',
                  last4 === null ? '—' : cardText(subscription?.payment_method_brand ?? null, last4),
                ],
              ]}
            />
          )}
        </div>
        {sessionId !== null && <SessionId id={sessionId} />}
        <div className="mt-6 flex flex-col gap-2">
          {links.map(([label, href], index) => (
            <Link key={href} to={href} className={buttonClass(index === 0 ? 'primary' : 'bordered')}>
              {label}
            </Link>
          ))}
        </div>
      </div>
    </div>
  )
}

/** The text if the payment cannot be checked or is not found; null while it may still be confirmed. */
function missingText(
  state: Confirmation['state'],
  isSubscribed: boolean,
  isOffline: boolean,
): { heading: string; text: string } | null {
  if (state === 'unknown') {
    return {
      heading: 'No payment found',
      text: 'This address belongs to no payment of yours. If you have just paid, your subscription is being set up, and appears here within a few minutes.',
    }
  }
  if (isOffline) {
    return {
      heading: 'Your payment cannot be checked now',
      text: `You are offline. ${isSubscribed ? '' : 'If you finished paying, your subscription is being set up. '}Leave this page open: it checks the payment when there is a connection. There is no need to pay again.`,
    }
  }
  if (state === 'waiting') return null
  if (isSubscribed) {
    return {
      heading: 'Your payment cannot be checked now',
      text: 'This page tries again by itself.',
    }
  }
  return {
    heading: 'We have not seen your payment yet',
    text: 'If you finished paying, your subscription is being set up, and appears here by itself. If you left the payment page, nothing was charged: start again under “Manage subscription”.',
  }
}

function SessionId({ id }: { id: string }) {
  const [message, copy] = useCopy(id)
  return (
    <div className="mt-5 flex items-center gap-3 rounded-md bg-sunken py-1.5 pr-1.5 pl-3">
      <div className="min-w-0 flex-1">
        <p className="text-xs text-ink-3">Session ID</p>
        <p className="font-mono text-sm break-all text-ink-2 select-all">{id}</p>
      </div>
      <Button size="sm" tone="borderless" icon={<Copy size={15} aria-hidden="true" />} onClick={copy}>
        <span aria-live="polite">{message ?? 'Copy'}</span>
      </Button>
    </div>
  )
}

export default CheckoutSuccessScreen
