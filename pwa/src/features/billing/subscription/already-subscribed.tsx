// The message after a rejected second checkout, with a button to the billing portal.
import { ExternalLink } from 'lucide-react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import type { StripeRedirect } from './use-stripe-page'

export function AlreadySubscribed({ redirect, online }: { redirect: StripeRedirect; online: boolean }) {
  return (
    <Alert
      tone="warning"
      className="mb-3"
      action={
        <Button
          size="sm"
          disabled={!online}
          busy={redirect.pendingTarget === 'portal'}
          onClick={() => void redirect.portal()}
        >
          Manage subscription
          <ExternalLink size={14} aria-hidden="true" className="text-ink-3" />
        </Button>
      }
    >
      You already have a subscription. Nothing new was started, and nothing was charged.
      {redirect.isSubscribed && ' The billing portal opens in a moment.'}
    </Alert>
  )
}
