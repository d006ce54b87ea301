// The alert about an inactive subscription. It can be dismissed, and appears again when the status changes.
import { Link } from 'react-router'

import { clientStream } from '../../../db/streams'
import { SELLS } from '../../../lib/product'
import { useDismissed, useForgetDismissed } from '../../../live/dismissed'
import { useLive } from '../../../live/live'
import { useOwnClient } from '../../../live/own-client'
import { sharedRows } from '../../../live/view'
import { ALERT_LINK, Dismissable } from '../../../ui/feedback/dismissable'
import { useOwnSubscription } from '../card-on-file'
import { issueOf } from '../rules'

/** `href` is the page where the user can fix the subscription, `messagingHref` the conversation with the provider. */
type Hrefs = { href: string; messagingHref: string }

export function SubscriptionAlert(hrefs: Hrefs) {
  const own = useOwnClient()
  const subscription = useOwnSubscription()
  const { isShared } = useLive()
  const viewed = useSubscription(isShared && own.is === 'ready' ? own.client.id : null)
  useForgetDismissed('subscription', own.is === 'ready' && own.client.subscription_status === 'active')
  if (own.is !== 'ready' || own.client.subscription_status === 'active') return null
  if (isShared) return viewed.is === 'ready' ? <Issue status={viewed.row?.status ?? null} {...hrefs} /> : null
  return subscription.is === 'ready' ? (
    <Issue status={subscription.row?.subscription_status ?? null} {...hrefs} />
  ) : null
}

/** The subscription that an admin may read when they view a client's screens. */
const useSubscription = sharedRows(
  clientStream,
  async (replica, clientId) => ({ row: (await replica.stripe_subscriptions.get(clientId)) ?? null }),
  ({ row }) => row !== null,
)

function Issue({ status, href, messagingHref }: Hrefs & { status: string | null }) {
  const { isDismissed, dismiss } = useDismissed('subscription', status ?? 'inactive')
  if (isDismissed !== false) return null
  const { text, isForProvider } = issueOf(status, SELLS)
  return (
    <Dismissable tone="error" title="Subscription Issue" onDismiss={dismiss}>
      {text}{' '}
      <Link to={isForProvider ? messagingHref : href} className={ALERT_LINK}>
        {isForProvider ? 'Go to Messaging' : 'Go to Subscriptions'}
      </Link>
    </Dismissable>
  )
}
