// The alert about an inactive subscription. It can be dismissed, and appears again when the status changes.
import { Link } from 'react-router'

import { clientStream } from '../../../db/streams'
import { useDismissed } from '../../../live/dismissed'
import { useLive } from '../../../live/live'
import { useOwnClient } from '../../../live/own-client'
import { sharedRows } from '../../../live/view'
import { ALERT_LINK, Dismissable } from '../../../ui/feedback/dismissable'
import { usePaying } from '../card/card-on-file'
import { issueText } from '../rules'

/** `href` is the address where the user can fix it. */
export function SubscriptionAlert({ href }: { href: string }) {
  const own = useOwnClient()
  const paying = usePaying()
  const { isShared } = useLive()
  const viewed = useSubscription(isShared && own.is === 'ready' ? own.client.id : null)
  if (own.is !== 'ready' || own.client.subscription_status === 'active') return null
  if (isShared)
    return viewed.is === 'ready' ? <Issue status={viewed.row?.status ?? null} href={href} /> : null
  return paying.is === 'ready' ? <Issue status={paying.row?.subscription_status ?? null} href={href} /> : null
}

/** The subscription that an admin may read when they view a client's screens. */
const useSubscription = sharedRows(
  clientStream,
  async (replica, clientId) => ({ row: (await replica.stripe_subscriptions.get(clientId)) ?? null }),
  ({ row }) => row !== null,
)

function Issue({ status, href }: { status: string | null; href: string }) {
  const { isDismissed, dismiss } = useDismissed('subscription', status ?? 'inactive')
  if (isDismissed !== false) return null
  return (
    <Dismissable tone="error" title="Subscription Issue" onDismiss={dismiss}>
      {issueText(status)}{' '}
      <Link to={href} className={ALERT_LINK}>
        Go to Subscriptions
      </Link>
    </Dismissable>
  )
}
