// The last part of stripe.js: the API of a page, which confirms an intent with a card.
const CALLS = { setup_intent: 'setup_intents', payment_intent: 'payment_intents' }
const RESULTS = { setup_intent: 'setupIntent', payment_intent: 'paymentIntent' }
const FAILURES = { setup_intent: 'last_setup_error', payment_intent: 'last_payment_error' }
const UNMOUNTED =
  'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.'
const HIDDEN = { border: 0, width: '1px', height: '1px', position: 'fixed', bottom: 0, left: 0, visibility: 'hidden' }

class Page {
  constructor(key) {
    this.key = key
  }

  elements() {
    return new Elements()
  }

  confirmCardSetup(clientSecret, data, options) {
    return this.confirm('setup_intent', clientSecret, data, options)
  }

  confirmCardPayment(clientSecret, data, options) {
    return this.confirm('payment_intent', clientSecret, data, options)
  }

  retrieveSetupIntent(clientSecret) {
    return this.retrieve('setup_intent', clientSecret)
  }

  retrievePaymentIntent(clientSecret) {
    return this.retrieve('payment_intent', clientSecret)
  }

  async createPaymentMethod({ card, billing_details = {} }) {
    const response = await this.call(card, 'POST', 'payment_methods', { type: 'card', billing_details })
    return response.error ? response : { paymentMethod: response }
  }

  async handleNextAction({ clientSecret }) {
    const kind = clientSecret.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
    return this.follow(kind, clientSecret, await this.read(kind, clientSecret), true)
  }

  async confirm(kind, clientSecret, { payment_method: method, return_url } = {}, { handleActions = true } = {}) {
    const params = { client_secret: clientSecret, use_stripe_sdk: true }
    if (return_url) params.return_url = return_url
    if (typeof method === 'string') params.payment_method = method
    else if (method) params.payment_method_data = { type: 'card', billing_details: method.billing_details ?? {} }
    const card = typeof method === 'object' ? method.card : undefined
    const response = await this.call(card, 'POST', `${pathOf(kind, clientSecret)}/confirm`, params)
    return this.follow(kind, clientSecret, response, handleActions)
  }

  async retrieve(kind, clientSecret) {
    const response = await this.read(kind, clientSecret)
    return response.error ? response : { [RESULTS[kind]]: response }
  }

  /** Shows a 3-D Secure challenge if there is one. Resolves to the intent or the error. */
  async follow(kind, clientSecret, response, handleActions) {
    if (response.error) return { error: response.error }
    const challengeUrl = response.next_action?.use_stripe_sdk?.stripe_js
    if (response.status !== 'requires_action' || !challengeUrl || !handleActions) return { [RESULTS[kind]]: response }
    await challenge(challengeUrl)
    const after = await this.read(kind, clientSecret)
    if (after.error) return { error: after.error }
    return after[FAILURES[kind]] ? { error: after[FAILURES[kind]] } : { [RESULTS[kind]]: after }
  }

  read(kind, clientSecret) {
    return this.call(undefined, 'GET', pathOf(kind, clientSecret), { client_secret: clientSecret })
  }

  /** Calls the API through the card's frame, or through a hidden frame if no card is needed. */
  call(card, method, path, params) {
    if (card && !card.frame) throw new IntegrationError(UNMOUNTED)
    this.hidden ??= card ? undefined : new Frame('/v3/controller', '', document.body, HIDDEN)
    const frame = card ? card.frame : this.hidden
    return frame.request('call', { key: this.key, method, path, params: cloned(params) })
  }

  registerAppInfo() {}

  _registerWrapper() {}
}

/** Returns the intent's API path by its client secret. */
function pathOf(kind, clientSecret) {
  const id = /^((?:seti|pi)_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret)?.[1]
  if (!id) throw new IntegrationError(`Invalid value for client secret: it should be one of a ${kind}.`)
  return `${CALLS[kind]}/${id}`
}

/** Shows a 3-D Secure challenge until the user has answered it. */
function challenge(address) {
  const overlay = document.createElement('div')
  Object.assign(overlay.style, {
    position: 'fixed',
    inset: 0,
    zIndex: 2147483647,
    display: 'grid',
    placeItems: 'center',
    padding: '16px',
    background: 'rgb(0 0 0 / 0.6)',
  })
  const frame = document.createElement('iframe')
  Object.assign(frame, { src: address, title: '3-D Secure' })
  const size = { width: 'min(100%, 500px)', height: 'min(100%, 360px)', border: 0, borderRadius: '12px' }
  Object.assign(frame.style, size)
  overlay.append(frame)
  document.body.append(overlay)
  frame.addEventListener('load', () => frame.focus(), { once: true })
  return new Promise((resolve) => {
    const onMessage = (event) => {
      if (event.origin !== ORIGIN || event.source !== frame.contentWindow) return
      removeEventListener('message', onMessage)
      overlay.remove()
      resolve()
    }
    addEventListener('message', onMessage)
  })
}

window.Stripe = Object.assign(
  (key) => {
    if (!/^pk_/.test(key)) throw new IntegrationError('Invalid value for Stripe(): apiKey should begin with pk_.')
    return new Page(key)
  },
  { version: 3 },
)
