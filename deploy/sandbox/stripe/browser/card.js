// The card field in its frame. It sends the user's input to the API and nowhere else.
import { call, connect } from './frame.js'
import { options } from './card-style.js'
import { codeError, dated, digits, expiryError, grouped, kindOf, numberError, postalError } from './rules.js'

const NARROW = 420
const BRAND_MARKS = { visa: 'VISA', mastercard: 'MC', amex: 'AMEX', discover: 'DISC' }
const form = document.querySelector('form')
const number = form.elements.namedItem('cardnumber')
const expiry = form.elements.namedItem('exp-date')
const code = form.elements.namedItem('cvc')
const postal = form.elements.namedItem('postal')
const fields = [number, expiry, code, postal]
const brand = document.querySelector('.brand')
let sendToPage = () => {}

const shown = () => fields.filter((each) => !each.hidden)
const errors = {
  cardnumber: () => numberError(digits(number.value)),
  'exp-date': () => expiryError(digits(expiry.value), new Date()),
  cvc: () => codeError(digits(code.value), digits(number.value)),
  postal: () => postalError(postal.value),
}
/** Whether the input is certainly wrong, and not just incomplete. */
const isFinal = (error) => error && !error.code.startsWith('incomplete')

function state() {
  const problems = shown().map((each) => errors[each.name]())
  const visibleProblems = shown().map((each, at) => (isFinal(problems[at]) || each.dataset.left ? problems[at] : undefined))
  const current = {
    brand: kindOf(digits(number.value)).brand,
    complete: !problems.some(Boolean),
    empty: shown().every((each) => !each.value),
    error: visibleProblems.find((each, at) => each && shown()[at].value),
    value: { postalCode: postal.value },
  }
  shown().forEach((each, at) => each.toggleAttribute('data-invalid', Boolean(visibleProblems[at] && each.value)))
  return current
}

function draw(current) {
  form.classList.toggle('narrow', innerWidth < NARROW)
  const active = document.activeElement
  const isElsewhere = active !== number && (fields.includes(active) || !errors.cardnumber())
  form.classList.toggle('left', Boolean(number.value) && isElsewhere)
  form.style.setProperty('--end', `${kindOf(digits(number.value)).groups.at(-1)}ch`)
  brand.toggleAttribute('data-letters', current.brand !== 'unknown')
  if (BRAND_MARKS[current.brand]) brand.dataset.letters = BRAND_MARKS[current.brand]
  options.paint(shown(), current)
}

function changed() {
  const current = state()
  draw(current)
  sendToPage({ type: 'change', ...current })
}

/** Focuses the next field when this one is complete. */
function advance(field) {
  const next = shown()[shown().indexOf(field) + 1]
  if (next && field.selectionStart === field.value.length && !errors[field.name]()) next.focus()
}

form.addEventListener('input', ({ target }) => {
  const isAtEnd = target.selectionStart === target.value.length
  if (target === number) number.value = grouped(digits(number.value))
  if (target === expiry) expiry.value = dated(expiry.value)
  if (target === code) code.value = digits(code.value).slice(0, kindOf(digits(number.value)).code)
  delete target.dataset.left
  changed()
  if (isAtEnd && target !== postal) advance(target)
})
form.addEventListener('focusin', () => {
  draw(state())
  sendToPage({ type: 'focus' })
})
form.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (target.value) target.dataset.left = 'yes'
  changed()
  if (!fields.includes(relatedTarget)) sendToPage({ type: 'blur' })
})
form.addEventListener('keydown', ({ key, target }) => {
  if (key === 'Escape') sendToPage({ type: 'escape' })
  const before = shown()[shown().indexOf(target) - 1]
  if (key === 'Backspace' && target.value === '' && before) before.focus()
})
form.addEventListener('submit', (event) => event.preventDefault())
addEventListener('resize', () => draw(state()))

/** Returns the card for the API, or the error of an incomplete field. */
function card(params) {
  for (const each of shown()) each.dataset.left = 'yes'
  const error = shown().map((each) => errors[each.name]()).find(Boolean)
  if (error) return { error }
  const [month, year] = [digits(expiry.value).slice(0, 2), digits(expiry.value).slice(2)]
  const typed = { number: digits(number.value), exp_month: month, exp_year: year, cvc: digits(code.value) }
  const target = params.payment_method_data ?? params
  target.card = typed
  if (postal.value) {
    const billing = target.billing_details
    target.billing_details = { ...billing, address: { ...billing?.address, postal_code: postal.value } }
  }
  return {}
}

const handlers = {
  options: ({ options: given }) => {
    options.set(given)
    postal.hidden = Boolean(given.hidePostalCode)
    brand.hidden = Boolean(given.hideIcon)
    for (const each of fields) each.disabled = Boolean(given.disabled)
    draw(state())
    sendToPage({ type: 'height', height: options.height() })
  },
  focus: () => number.focus(),
  blur: () => document.activeElement.blur(),
  clear: () => {
    for (const each of fields) {
      each.value = ''
      delete each.dataset.left
    }
    changed()
  },
  call: async (data, send) => {
    const { error } = card(data.params)
    if (error) changed()
    send({ responseTo: data.id, result: error ? { error } : await call(data) })
  },
}

let isReady = false
connect((data, send) => {
  sendToPage = send
  handlers[data.type]?.(data, send)
  if (!isReady) {
    isReady = true
    send({ type: 'ready' })
  }
})
