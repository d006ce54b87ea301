// Entering a card: the field is opened once it may be, and one press sends it.
import { type RefObject, useEffect, useRef, useState } from 'react'

import { useLive } from '../../live/live'
import { noteCard } from './card-on-file'
import { type CardTerms, saveCard } from './remote'
import { type OpenField, openField } from './stripe-field'

export type { CardTerms }

const UNKNOWN = 'An unknown error occurred'

export interface CardEntry {
  field: 'loading' | 'ready' | 'failed'
  step: 'entry' | 'processing' | 'done'
  problem: string | null
  /** What the person agrees to; known once the field is. */
  terms: CardTerms | null
  submit: () => Promise<void>
  /** Opens a field that failed once more. */
  again: () => void
}

export function useCardEntry(place: RefObject<HTMLElement | null>, mayOpen: boolean): CardEntry {
  const { userId } = useLive()
  const opened = useRef<OpenField | null>(null)
  const [field, setField] = useState<CardEntry['field']>('loading')
  const [step, setStep] = useState<CardEntry['step']>('entry')
  const [problem, setProblem] = useState<string | null>(null)
  const [terms, setTerms] = useState<CardTerms | null>(null)
  const [tries, setTries] = useState(0)
  // A field that stands in the page outlasts a moment without connection.
  const [wanted, setWanted] = useState(mayOpen)
  if (mayOpen && !wanted) setWanted(true)

  useEffect(() => {
    const element = place.current
    if (!wanted || element === null) return
    let gone = false
    openField(element).then(
      (field) => {
        if (gone) {
          field.element.destroy()
          return
        }
        opened.current = field
        setTerms(field.terms)
        setField('ready')
      },
      (error: unknown) => {
        if (gone) return
        setProblem(error instanceof Error ? error.message : UNKNOWN)
        setField('failed')
      },
    )
    return () => {
      gone = true
      opened.current?.element.destroy()
      opened.current = null
    }
  }, [place, wanted, tries])

  return {
    field,
    step,
    problem,
    terms,
    async submit() {
      setStep('processing')
      setProblem(null)
      const wrong = await enterCard(opened.current)
      if (wrong === null) noteCard(userId)
      setProblem(wrong)
      setStep(wrong === null ? 'done' : 'entry')
    },
    again() {
      setProblem(null)
      setField('loading')
      setTries((before) => before + 1)
    },
  }
}

/** Null when the server has the card, else what to tell the person. */
export async function enterCard(opened: OpenField | null): Promise<string | null> {
  if (opened === null) return 'Card element not found'
  try {
    const { stripe, element, terms } = opened
    const { setupIntent, error } = await stripe.confirmCardSetup(terms.client_secret, { payment_method: { card: element } })
    // Entered already, and only the server had not heard of it.
    const before = error?.setup_intent?.status === 'succeeded' ? error.setup_intent : undefined
    const entered = setupIntent ?? before
    if (entered === undefined) return error?.message ?? 'Failed to create payment method'
    const saved = await saveCard(entered.id)
    return saved.is === 'done' ? null : saved.message
  } catch (error) {
    return error instanceof Error && error.message !== '' ? error.message : UNKNOWN
  }
}
