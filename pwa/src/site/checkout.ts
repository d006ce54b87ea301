// The pricing page's button: to the card payment provider with a session, to sign-up without one; why not, in the red box.
import type { Onward } from '../api/checkout'
import { BUTTON, FORM, PROBLEM } from './checkout-names'
import { paths } from './links'

/** `leaveFor` opens another page in this one's place. */
export function watchCheckout(leaveFor: (address: string) => void): void {
  const form = document.getElementById(FORM)
  const button = document.getElementById(BUTTON)
  const problem = document.getElementById(PROBLEM)
  if (form === null || button === null || problem === null) return

  const busy = (is: boolean): void => {
    if (is) button.setAttribute('aria-busy', 'true')
    else button.removeAttribute('aria-busy')
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button.hasAttribute('aria-busy')) return
    busy(true)
    problem.hidden = true
    begin().then(
      (onward) => leaveFor(addressOf(onward)),
      (error: unknown) => {
        problem.textContent = error instanceof Error && error.name === 'CheckoutRefused' ? error.message : 'An error occurred'
        problem.hidden = false
        busy(false)
      },
    )
  })
  // Back from the provider's page this one may be as it was left.
  window.addEventListener('pageshow', () => busy(false))
}

async function begin(): Promise<Onward> {
  const { beginCheckout } = await import('../api/checkout')
  return beginCheckout()
}

function addressOf(onward: Onward): string {
  switch (onward.is) {
    case 'checkout':
      return onward.url
    case 'signed-out':
      return paths.signUp
    case 'subscribed':
      return paths.subscriptions
  }
}
