// The pricing page's button: redirects to checkout with a session, or to sign-up without one; errors appear
// in the error box.
import type { CheckoutStep } from '../../api/checkout'
import { recall } from '../../lib/storage'
import { startText, TRIAL_USED, type TrialUsed } from '../../lib/text/trial-used'
import { BUTTON, FORM, NO_TRIAL, PROBLEM, PROMISE } from './checkout-names'
import { paths } from '../frame/links'

const PRICE = '$99'
/** The storage key of the dashboard that this device showed last. If it exists, a user was signed in here. */
const HOME = 'home'

const loadCheckout = () => import('../../api/checkout')

/** Handles the form of the pricing page. `leaveFor` redirects the page. */
export function initCheckout(leaveFor: (address: string) => void): void {
  const form = document.getElementById(FORM)
  const button = document.getElementById(BUTTON)
  const problem = document.getElementById(PROBLEM)
  const note = document.getElementById(NO_TRIAL)
  if (form === null || button === null || problem === null || note === null) return

  const busy = (is: boolean): void => {
    if (is) button.setAttribute('aria-busy', 'true')
    else button.removeAttribute('aria-busy')
  }
  let isNoteShown = false
  const showNoTrial = (used: TrialUsed): void => {
    isNoteShown = true
    note.textContent = TRIAL_USED[used]
    note.hidden = false
    button.textContent = startText(PRICE, 'month')
    document.getElementById(PROMISE)?.remove()
  }
  if (recall(HOME) === 'client') {
    void loadCheckout()
      .then((it) => it.fetchTrialUsed())
      .then((used) => used !== null && showNoTrial(used))
      .catch(() => undefined) // A failure is harmless: the button requests it again.
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button.hasAttribute('aria-busy')) return
    busy(true)
    problem.hidden = true
    begin(isNoteShown).then(
      (destination) => {
        if (destination.is === 'no-trial') {
          showNoTrial(destination.used)
          busy(false)
        } else leaveFor(addressOf(destination))
      },
      (error: unknown) => {
        problem.textContent =
          error instanceof Error && error.name === 'CheckoutRefused' ? error.message : 'An error occurred'
        problem.hidden = false
        busy(false)
      },
    )
  })
  // After Back from the payment provider, the browser may restore this page in its busy state.
  window.addEventListener('pageshow', () => busy(false))
}

async function begin(isNoteShown: boolean): Promise<CheckoutStep> {
  const { beginCheckout } = await loadCheckout()
  return beginCheckout(isNoteShown)
}

function addressOf(destination: Exclude<CheckoutStep, { is: 'no-trial' }>): string {
  switch (destination.is) {
    case 'checkout':
      return destination.url
    case 'signed-out':
      return paths.signUp
    case 'subscribed':
      return `${paths.subscriptions}?reason=subscribed`
  }
}
