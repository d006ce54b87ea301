// State of the card form: opens Stripe's field and submits the card.
import { type RefObject, useEffect, useRef, useState } from 'react'

import { type TrialUsed, trialUsedIn } from '../../../lib/text/trial-used'
import { onResponse } from '../../../lib/time/slow-response'
import { useLive } from '../../../live/live'
import { markCardConfirmed } from '../card-on-file'
import { type CardTerms, NO_RESPONSE, type Subscription, saveCard } from '../remote'
import { type OpenField, openField } from './stripe-field'

export type { CardTerms }

const UNKNOWN = 'An unknown error occurred'

export interface CardEntry {
  field: 'loading' | 'ready' | 'failed'
  /** 'no-trial': the card is stored, but no trial began, because this card or this user has already had one. */
  step: 'entry' | 'processing' | 'done' | 'no-trial'
  problem: string | null
  /** Why no trial began with the added card; null if one began, or before a card is added. */
  trialUsed: TrialUsed | null
  /** The terms that the user agrees to; null until the field is ready. */
  terms: CardTerms | null
  submit: () => Promise<void>
  /** Opens a failed field again. */
  retry: () => void
}

/** `container` is the element for Stripe's field. The field opens once `canOpen` is true. */
export function useCardEntry(container: RefObject<HTMLElement | null>, canOpen: boolean): CardEntry {
  const { userId } = useLive()
  const openedField = useRef<OpenField | null>(null)
  const [field, setField] = useState<CardEntry['field']>('loading')
  const [step, setStep] = useState<CardEntry['step']>('entry')
  const [problem, setProblem] = useState<string | null>(null)
  const [terms, setTerms] = useState<CardTerms | null>(null)
  const [trialUsed, setTrialUsed] = useState<TrialUsed | null>(null)
  const [attempts, setAttempts] = useState(0)
  // An open field stays when the connection is lost.
  const [isOpen, setIsOpen] = useState(canOpen)
  if (canOpen && !isOpen) setIsOpen(true)

  useEffect(() => {
    const element = container.current
    if (!isOpen || element === null) return
    const opening = openField(element).catch((error: unknown) =>
      error instanceof Error ? error.message : UNKNOWN,
    )
    const receive = (field: OpenField | string) => {
      if (typeof field === 'string') {
        setProblem(field)
        setField('failed')
        return
      }
      openedField.current = field
      setTerms(field.terms)
      setProblem(null)
      setField('ready')
    }
    const stop = onResponse<OpenField | string>(opening, receive, NO_RESPONSE.message)
    return () => {
      stop()
      if (openedField.current !== null) openedField.current.element.destroy()
      else void opening.then((field) => typeof field !== 'string' && field.element.destroy())
      openedField.current = null
    }
  }, [container, isOpen, attempts])

  return {
    field,
    step,
    problem,
    trialUsed,
    terms,
    async submit() {
      setStep('processing')
      setProblem(null)
      const result = await enterCard(openedField.current)
      if (result.is === 'failed') {
        setProblem(result.message)
        setStep('entry')
        return
      }
      const reason = trialUsedIn(result.subscription)
      setTrialUsed(reason)
      setStep(reason === null ? 'done' : 'no-trial')
      markCardConfirmed(userId)
    },
    retry() {
      setProblem(null)
      setField('loading')
      setAttempts((before) => before + 1)
    },
  }
}

type EntryResult = { is: 'saved'; subscription: Subscription } | { is: 'failed'; message: string }
const failure = (message: string): EntryResult => ({ is: 'failed', message })

/**
 * Confirms the card at Stripe and stores it on the server. Returns the subscription, or the error text for
 * the user.
 */
async function enterCard(openedField: OpenField | null): Promise<EntryResult> {
  if (openedField === null) return failure('Card element not found')
  try {
    const { stripe, element, terms } = openedField
    const { setupIntent, error } = await stripe.confirmCardSetup(terms.client_secret, {
      payment_method: { card: element },
    })
    // Stripe has already confirmed this card in an earlier attempt, but the server has not stored it.
    const confirmedBefore = error?.setup_intent?.status === 'succeeded' ? error.setup_intent : undefined
    const intent = setupIntent ?? confirmedBefore
    if (intent === undefined) return failure(error?.message ?? 'Failed to create payment method')
    const saved = await saveCard(intent.id)
    return saved.is === 'done' ? { is: 'saved', subscription: saved.value } : failure(saved.message)
  } catch (error) {
    return failure(error instanceof Error && error.message !== '' ? error.message : UNKNOWN)
  }
}
