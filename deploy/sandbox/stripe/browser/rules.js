// Validation of card number, expiry and code, with Stripe's error texts.
const BRANDS = [
  { brand: 'visa', start: /^4/, groups: [4, 4, 4, 4], code: 3 },
  { brand: 'mastercard', start: /^(5[1-5]|2[2-7])/, groups: [4, 4, 4, 4], code: 3 },
  { brand: 'amex', start: /^3[47]/, groups: [4, 6, 5], code: 4 },
  { brand: 'discover', start: /^6(011|5)/, groups: [4, 4, 4, 4], code: 3 },
]
const UNKNOWN = { brand: 'unknown', groups: [4, 4, 4, 4], code: 3 }

const wrong = (code, message) => ({ type: 'validation_error', code, message })

export const kindOf = (number) => BRANDS.find(({ start }) => start.test(number)) ?? UNKNOWN
export const digits = (text) => text.replace(/\D/g, '')
const length = (groups) => groups.reduce((sum, each) => sum + each, 0)

/** Groups digits as they are printed on a card. */
export function grouped(number) {
  const { groups } = kindOf(number)
  let at = 0
  const parts = groups.map((size) => number.slice(at, (at += size)))
  return parts.filter(Boolean).join(' ')
}

/** Formats `1230` as `12 / 30`, and `4` as `04 / `. */
export function dated(text) {
  let date = digits(text).slice(0, 4)
  if (/^[2-9]/.test(date)) date = `0${date}`.slice(0, 4)
  return date.length > 2 ? `${date.slice(0, 2)} / ${date.slice(2)}` : date
}

export function numberError(number) {
  if (number.length < length(kindOf(number).groups)) return wrong('incomplete_number', 'Your card number is incomplete.')
  return fits(number) ? undefined : wrong('invalid_number', 'Your card number is invalid.')
}

export function expiryError(expiry, today) {
  if (expiry.length < 4) return wrong('incomplete_expiry', "Your card's expiration date is incomplete.")
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))]
  if (month < 1 || month > 12) return wrong('invalid_expiry_month', "Your card's expiration date is invalid.")
  if (year < today.getFullYear()) return wrong('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  const isPast = year === today.getFullYear() && month < today.getMonth() + 1
  return isPast ? wrong('invalid_expiry_month_past', "Your card's expiration date is in the past.") : undefined
}

export function codeError(code, number) {
  const needed = kindOf(number).code
  return code.length < needed ? wrong('incomplete_cvc', "Your card's security code is incomplete.") : undefined
}

export function postalError(postal) {
  return postal.trim() ? undefined : wrong('incomplete_zip', 'Your postal code is incomplete.')
}

/** Luhn check: whether the last digit is the check digit of the others. */
function fits(number) {
  const sum = [...number].reverse().reduce((total, each, place) => {
    const doubled = Number(each) * (place % 2 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
