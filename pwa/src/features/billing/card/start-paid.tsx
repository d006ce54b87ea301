// The text and the button to start a paid plan when no free trial is possible.
import { priceText } from '../../../lib/text/numbers'
import { startText, TRIAL_USED, type TrialUsed } from '../../../lib/text/trial-used'
import { useSyncStatus } from '../../../live/live'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { AlreadySubscribed } from '../subscription/already-subscribed'
import type { CardTerms } from './entry'
import { useStripeRedirect } from '../subscription/use-stripe-page'

type StartPaidProps = { terms: CardTerms; online: boolean; tone: 'primary' | 'bordered' }

/** A button that opens Stripe's checkout page. */
export function StartPaid({ terms, online, tone }: StartPaidProps) {
  const { client_id } = useSyncStatus()
  const redirect = useStripeRedirect(client_id)
  return (
    <>
      {redirect.problem !== null && <Alert className="mt-4">{redirect.problem}</Alert>}
      {redirect.isSubscribed && <AlreadySubscribed redirect={redirect} online={online} />}
      <Button
        tone={tone}
        disabled={!online}
        busy={redirect.pendingTarget !== null}
        onClick={() => void redirect.checkout(terms.price_id)}
        className="mt-3 w-full"
      >
        {startText(priceText(terms.price, terms.currency), terms.interval)}
      </Button>
    </>
  )
}

type WithoutTrialProps = { trialUsed: TrialUsed; terms: CardTerms; online: boolean; onLater: () => void }

/** Shown when the card is stored but no trial began. */
export function WithoutTrial({ trialUsed, terms, online, onLater }: WithoutTrialProps) {
  return (
    <div role="status">
      <Alert tone="success" className="mt-4">
        Payment method added.
      </Alert>
      <Alert tone="warning" title={TRIAL_USED[trialUsed]} className="mt-4">
        Nothing has been charged, and nothing is until you start.
      </Alert>
      <StartPaid terms={terms} online={online} tone="primary" />
      <Button onClick={onLater} className="mt-3 w-full">
        Go to Dashboard
      </Button>
    </div>
  )
}
