// Stripe's card field. Stripe's script draws it in an iframe of its own origin, so no card number enters this
// page.
import { createCardField, type CardTerms } from '../remote'

interface Intent {
  id: string
  status: string
}

export interface CardElement {
  mount(container: HTMLElement): void
  destroy(): void
  on(event: 'ready', handler: () => void): void
}

export interface Stripe {
  elements(): { create(kind: 'card', options: object): CardElement }
  confirmCardSetup(
    secret: string,
    data: { payment_method: { card: CardElement } },
  ): Promise<{ setupIntent?: Intent; error?: { message?: string; setup_intent?: Intent } }>
}

/** A card field that is shown and ready. */
export interface OpenField {
  stripe: Stripe
  element: CardElement
  terms: CardTerms
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe
  }
}

/** Draws the field in `container`. Rejects with an `Error` whose message is shown to the user. */
export async function openField(container: HTMLElement): Promise<OpenField> {
  const reply = await createCardField()
  if (reply.is === 'rejected') throw new Error(reply.message)
  const terms = reply.value
  await loadScript(terms.script)
  if (window.Stripe === undefined) throw new Error('Card element not found')
  const stripe = window.Stripe(terms.publishable_key)
  const element = stripe.elements().create('card', styleOf(container))
  element.mount(container)
  return { stripe, element, terms }
}

let loading: Promise<void> | null = null

function loadScript(address: string): Promise<void> {
  if (window.Stripe !== undefined) return Promise.resolve()
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      loading = null
      reject(new Error('Card element not found'))
    })
    document.head.append(script)
  })
  return loading
}

/** The iframe cannot see our stylesheet, so Stripe gets the current colours. */
function styleOf(container: HTMLElement): object {
  const { color, fontFamily, fontSize } = getComputedStyle(container)
  return {
    hidePostalCode: true,
    style: {
      base: {
        color,
        fontFamily,
        fontSize,
        iconColor: color,
        '::placeholder': { color: colorOf('--ink-3', container) },
      },
      invalid: { color: colorOf('--bad', container) },
    },
  }
}

/** A colour of our stylesheet in the chosen theme. */
function colorOf(property: string, container: HTMLElement): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${property})`
  container.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
