// Numbers and prices as text.
import { LOCALE } from './times'

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })

/** `1,204`, rounded to a whole number. */
export function numberText(number: number): string {
  return whole.format(number)
}

/** `1,204 rows`, `1 row`. `noun` is the singular. */
export function countedText(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `12`, `12.5` */
export function amountText(amount: number): string {
  return short.format(amount)
}

/** `1.8`, always with `digits` decimals. */
export function decimalText(number: number, digits = 1): string {
  return number.toLocaleString(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** `36.9%`, always with one decimal. */
export function percentText(percent: number): string {
  return `${decimalText(percent)}%`
}

/** `$99`, `€99.50`. Every reader sees the US form, as on the pricing page. */
export function priceText(price: number, currency: string): string {
  const digits = Number.isInteger(price) ? 0 : 2
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
  }).format(price)
}
