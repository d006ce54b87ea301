// Placeholders of a built page as Django template syntax; platform/website/public_pages.py fills them.
import type { ReactNode } from 'react'

export const PLACEHOLDERS = {
  /** The provider's name for the product. */
  name: '{{ name }}',
  /** The installation's URL, without a trailing slash. */
  site: '{{ site }}',
  /** The email address for questions. */
  support: '{{ support }}',
  logoUrl: '{{ logo_url }}',
  /** Colours of the website settings, as CSS. */
  theme: '{{ theme }}',
} as const

const SELLING = { if: '{% if sells %}', else: '{% else %}', end: '{% endif %}' }

/** Renders `then` if the provider has uploaded a logo, else `otherwise`. */
export function IfLogo({ then, otherwise }: { then: ReactNode; otherwise: ReactNode }) {
  return (
    <>
      {'{% if logo_url %}'}
      {then}
      {'{% else %}'}
      {otherwise}
      {'{% endif %}'}
    </>
  )
}

/** Renders `then` if payments are set up, so that visitors can buy the plan online, else `otherwise`. */
export function IfSelling({ then, otherwise }: { then: ReactNode; otherwise?: ReactNode }) {
  return (
    <>
      {SELLING.if}
      {then}
      {otherwise !== undefined && SELLING.else}
      {otherwise}
      {SELLING.end}
    </>
  )
}

/** `IfSelling` for attributes. */
export function ifSelling(then: string, otherwise: string): string {
  return `${SELLING.if}${then}${SELLING.else}${otherwise}${SELLING.end}`
}

/** Wraps text so that the template language ignores it. `text` must be CSS or similar, never user input. */
export function verbatim(text: string): string {
  return `{% verbatim %}${text}{% endverbatim %}`
}
