// The alert that something is wrong with the subscription: until it is put away, and again when that changes.
import { Link } from 'react-router'

import { useDismissed } from '../../live/dismissed'
import { useOwnClient } from '../../live/own-client'
import { ALERT_LINK, Dismissable } from '../../ui/dismissable'
import { usePaying } from './card-on-file'
import { labelOf } from './rules'

/** `href` leads to where it can be mended. */
export function SubscriptionAlert({ href }: { href: string }) {
  const own = useOwnClient()
  const paying = usePaying()
  if (own.is !== 'ready' || own.client.subscription_status === 'active' || paying === undefined) return null
  return <Issue status={paying?.subscription_status ?? own.client.subscription_status} href={href} />
}

function Issue({ status, href }: { status: string; href: string }) {
  const { isDismissed, dismiss } = useDismissed('subscription', status)
  if (isDismissed !== false) return null
  return (
    <Dismissable tone="error" title="Subscription Issue" onDismiss={dismiss}>
      Your subscription is not active: {labelOf(status).word}.{' '}
      <Link to={href} className={ALERT_LINK}>
        Go to Subscriptions
      </Link>
    </Dismissable>
  )
}
