// The page to add a card: Stripe's card field, the plan's terms, and one button.
import { CreditCard, LockKeyhole } from 'lucide-react'
import { type RefObject, type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react'

import { PRODUCT_NAME } from '../../../lib/product'
import { NOT_LOADED } from '../../../lib/text/client-errors'
import { useSyncStatus } from '../../../live/live'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { type CardEntry, useCardEntry } from './entry'
import { useCardOnFile, useOwnSubscription } from '../card-on-file'
import { PlanTerms } from './plan-terms'
import { StartPaid, WithoutTrial } from './start-paid'

const REDIRECT_MS = 1500
const DONE = 'Payment method added. Taking you to your dashboard.'

type AddCardScreenProps = {
  /** Called when a card is on file, so nothing is left to do here. */
  onDone: () => void
}

export function AddCardScreen({ onDone }: AddCardScreenProps) {
  const container = useRef<HTMLDivElement>(null)
  const { link } = useSyncStatus()
  const online = link.is !== 'offline'
  const card = useCardOnFile()
  const subscription = useOwnSubscription()
  // Load Stripe only when a card is missing, because admins and users with a card are redirected at once.
  const { field, step, problem, trialUsed, terms, submit, retry } = useCardEntry(
    container,
    online && card === 'missing',
  )
  useLeaveWithCard(step, card === 'on-file', onDone)

  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (step === 'entry' && online) void submit()
  }
  return (
    <form onSubmit={send} noValidate className="mx-auto w-full max-w-md px-4 py-8 sm:py-14">
      <title>{`Add Payment Method · ${PRODUCT_NAME}`}</title>
      <div className="rounded-xl border border-line bg-surface p-5 shadow-2 sm:p-7">
        <div className="mb-4 flex size-11 items-center justify-center rounded-lg bg-primary-soft text-primary-ink">
          <CreditCard size={21} aria-hidden="true" />
        </div>
        <h1 className="text-xl font-semibold text-ink">Add a payment method</h1>
        {trialUsed === null && (
          <PlanTerms
            terms={terms}
            hasUsedTrial={subscription.is === 'ready' && (subscription.row?.trial_used ?? null) !== null}
          />
        )}
        {trialUsed !== null && terms !== null && (
          <WithoutTrial trialUsed={trialUsed} terms={terms} online={online} onLater={onDone} />
        )}
        <div hidden={trialUsed !== null}>
          <CardField
            container={container}
            isLoading={field === 'loading' && online && subscription.is !== 'failed'}
            isLocked={step !== 'entry'}
          />
          {card === 'unknown' && subscription.is === 'failed' && (
            <LoadError className="mt-4" onRetry={subscription.retry}>
              {NOT_LOADED}
            </LoadError>
          )}
          {!online && (
            <Alert tone="warning" className="mt-4">
              You are offline. Entering a card needs a connection; this page goes on by itself when there is
              one.
            </Alert>
          )}
          {problem !== null && (
            <Alert
              className="mt-4"
              action={
                field === 'failed' && (
                  <Button size="sm" onClick={retry}>
                    Retry
                  </Button>
                )
              }
            >
              {problem}
            </Alert>
          )}
          {step === 'done' && (
            <Alert tone="success" className="mt-4">
              {DONE}
            </Alert>
          )}
          <Button
            type="submit"
            tone="primary"
            disabled={!online || field === 'failed' || card === 'unknown'}
            busy={step !== 'entry'}
            icon={step === 'entry' ? undefined : <span />}
            className="mt-5 w-full"
          >
            {step === 'processing' ? 'Processing...' : 'Add Payment Method'}
          </Button>
          {terms !== null && !terms.with_trial && (
            <StartPaid key={step} terms={terms} online={online} tone="bordered" />
          )}
        </div>
        <p className="mt-4 flex items-center justify-center gap-1.5 text-sm text-ink-3">
          <LockKeyhole size={14} aria-hidden="true" />
          Your card goes straight to Stripe; we never see its number.
        </p>
      </div>
    </form>
  )
}

/** Calls `onDone` once the card is on file: at once, or after the text about an added card has been shown. */
function useLeaveWithCard(step: CardEntry['step'], isOnFile: boolean, onDone: () => void): void {
  const leave = useEffectEvent(onDone)
  useEffect(() => {
    if (step === 'processing' || step === 'no-trial' || !isOnFile) return
    const timer = setTimeout(() => leave(), step === 'done' ? REDIRECT_MS : 0)
    return () => clearTimeout(timer)
  }, [step, isOnFile])
}

type CardFieldProps = { container: RefObject<HTMLDivElement | null>; isLoading: boolean; isLocked: boolean }

/** Stripe puts its field into `container`. */
function CardField({ container, isLoading, isLocked }: CardFieldProps) {
  return (
    <>
      <p id="card-label" className="mt-6 mb-1.5 text-sm font-medium text-ink">
        Card details
      </p>
      <div
        role="group"
        aria-labelledby="card-label"
        className={cx(
          'relative flex min-h-control flex-col justify-center rounded-md border border-line-strong bg-raised px-3 focus-within:outline-2 focus-within:outline-focus',
          isLocked && 'pointer-events-none opacity-60',
        )}
      >
        {isLoading && <Skeleton className="absolute inset-x-3 h-4" />}
        <div ref={container} className="w-full text-base text-ink" />
      </div>
    </>
  )
}

export default AddCardScreen
