// State of the card form: opens Stripe's field and submits the card.
import { type RefObject, useEffect, useRef, useState } from 'react'

import { type TrialUsed, trialUsedIn } from '../../../lib/text/trial-used'
import { onResponse } from '../../../lib/time/slow-response'
import { useLive } from '../../../live/live'
import { noteCard } from './card-on-file'
import { type CardTerms, NOT_ANSWERED, type Paying, saveCard } from '../remote'
import { type OpenField, openField } from './stripe-field'

export type { CardTerms }

const UNKNOWN = 'An unknown error occurred'

export interface CardEntry {
  field: 'loading' | 'ready' | 'failed'
  /** 'no-trial': the card is stored, but no trial began, because this card or this user has already had one. */
  step: 'entry' | 'processing' | 'done' | 'no-trial'
  problem: string | null
  /** Why no trial began with the added card. */
  used: TrialUsed | null
  /** The terms that the user agrees to; null until the field is ready. */
  terms: CardTerms | null
  submit: () => Promise<void>
  /** Opens a failed field again. */
  retry: () => void
}

export function useCardEntry(place: RefObject<HTMLElement | null>, mayOpen: boolean): CardEntry {
  const { userId } = useLive()
  const opened = useRef<OpenField | null>(null)
  const [field, setField] = useState<CardEntry['field']>('loading')
  const [step, setStep] = useState<CardEntry['step']>('entry')
  const [problem, setProblem] = useState<string | null>(null)
  const [terms, setTerms] = useState<CardTerms | null>(null)
  const [used, setUsed] = useState<TrialUsed | null>(null)
  const [attempts, setAttempts] = useState(0)
  // An open field stays when the connection is lost.
  const [isOpen, setIsOpen] = useState(mayOpen)
  if (mayOpen && !isOpen) setIsOpen(true)

  useEffect(() => {
    const element = place.current
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
      opened.current = field
      setTerms(field.terms)
      setProblem(null)
      setField('ready')
    }
    const stop = onResponse<OpenField | string>(opening, receive, NOT_ANSWERED.message)
    return () => {
      stop()
      if (opened.current !== null) opened.current.element.destroy()
      else void opening.then((field) => typeof field !== 'string' && field.element.destroy())
      opened.current = null
    }
  }, [place, isOpen, attempts])

  return {
    field,
    step,
    problem,
    used,
    terms,
    async submit() {
      setStep('processing')
      setProblem(null)
      const entered = await enterCard(opened.current)
      if (entered.is === 'wrong') {
        setProblem(entered.message)
        setStep('entry')
        return
      }
      const why = trialUsedIn(entered.paying)
      setUsed(why)
      setStep(why === null ? 'done' : 'no-trial')
      noteCard(userId)
    },
    retry() {
      setProblem(null)
      setField('loading')
      setAttempts((before) => before + 1)
    },
  }
}

type Entered = { is: 'saved'; paying: Paying } | { is: 'wrong'; message: string }
const wrong = (message: string): Entered => ({ is: 'wrong', message })

/**
 * Confirms the card at Stripe and stores it on the server. Returns the subscription, or the error text for
 * the user.
 */
async function enterCard(opened: OpenField | null): Promise<Entered> {
  if (opened === null) return wrong('Card element not found')
  try {
    const { stripe, element, terms } = opened
    const { setupIntent, error } = await stripe.confirmCardSetup(terms.client_secret, {
      payment_method: { card: element },
    })
    // Stripe has already confirmed this card, but the server has not stored it.
    const before = error?.setup_intent?.status === 'succeeded' ? error.setup_intent : undefined
    const entered = setupIntent ?? before
    if (entered === undefined) return wrong(error?.message ?? 'Failed to create payment method')
    const saved = await saveCard(entered.id)
    return saved.is === 'done' ? { is: 'saved', paying: saved.value } : wrong(saved.message)
  } catch (error) {
    return wrong(error instanceof Error && error.message !== '' ? error.message : UNKNOWN)
  }
}
