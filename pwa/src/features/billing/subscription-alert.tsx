// The alert that something is wrong with the subscription: until it is put away, and again when that changes.
import { Link } from 'react-router'

import { useDismissed } from '../../live/dismissed'
import { useOwnClient } from '../../live/own-client'
import { ALERT_LINK, Dismissable } from '../../ui/dismissable'
import { usePaying } from './card-on-file'
import { issueText } from './rules'

/** `href` leads to where it can be mended. */
export function SubscriptionAlert({ href }: { href: string }) {
  const own = useOwnClient()
  const paying = usePaying()
  if (own.is !== 'ready' || own.client.subscription_status === 'active' || paying.is !== 'ready') return null
  return <Issue status={paying.row?.subscription_status ?? null} href={href} />
}

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
