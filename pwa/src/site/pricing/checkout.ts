// The script of the pricing page's button. Redirects a signed-in user to checkout and other visitors to sign-up. Errors
// appear in the error box.
import type { CheckoutStep } from '../../api/checkout'
import { recall } from '../../lib/storage'
import { startText, TRIAL_USED, type TrialUsed } from '../../lib/text/trial-used'
import { BUTTON, FORM, NO_TRIAL, PROBLEM, PROMISE } from './checkout-names'
import { paths } from '../frame/links'

const PRICE = '$99'
/** The storage key of the dashboard that this device showed last. A value means that a user was signed in here. */
const HOME_KEY = 'home'

const loadCheckout = () => import('../../api/checkout')

/** Handles the form of the pricing page. `leaveFor` redirects the page. */
export function initCheckout(leaveFor: (address: string) => void): void {
  const form = document.getElementById(FORM)
  const button = document.getElementById(BUTTON)
  const problem = document.getElementById(PROBLEM)
  const note = document.getElementById(NO_TRIAL)
  if (form === null || button === null || problem === null || note === null) return

  const setBusy = (isBusy: boolean): void => {
    if (isBusy) button.setAttribute('aria-busy', 'true')
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
  if (recall(HOME_KEY) === 'client') {
    void loadCheckout()
      .then(({ fetchTrialUsed }) => fetchTrialUsed())
      .then((used) => used !== null && showNoTrial(used))
      .catch(() => undefined) // A failure is harmless, because a press of the button requests it again.
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button.hasAttribute('aria-busy')) return
    setBusy(true)
    problem.hidden = true
    nextStep(isNoteShown).then(
      (step) => {
        if (step.is === 'no-trial') {
          showNoTrial(step.used)
          setBusy(false)
        } else leaveFor(redirectUrlOf(step))
      },
      (error: unknown) => {
        problem.textContent =
          error instanceof Error && error.name === 'CheckoutRefused' ? error.message : 'An error occurred'
        problem.hidden = false
        setBusy(false)
      },
    )
  })
  // After Back from the payment provider, the browser may restore this page in its busy state.
  window.addEventListener('pageshow', () => setBusy(false))
}

async function nextStep(isNoteShown: boolean): Promise<CheckoutStep> {
  const { beginCheckout } = await loadCheckout()
  return beginCheckout(isNoteShown)
}

function redirectUrlOf(step: Exclude<CheckoutStep, { is: 'no-trial' }>): string {
  switch (step.is) {
    case 'checkout':
      return step.url
    case 'signed-out':
      return paths.signUp
    case 'subscribed':
      return `${paths.subscriptions}?reason=subscribed`
  }
}
