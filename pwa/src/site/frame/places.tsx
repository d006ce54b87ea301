// The marked places of a built page, in the language of Django's templates; platform/website/public_pages.py fills them.
import type { ReactNode } from 'react'

export const PLACES = {
  /** The provider's name for the product. */
  name: '{{ name }}',
  /** The installation's own address, without a slash at its end. */
  site: '{{ site }}',
  /** Where questions go: an e-mail address. */
  support: '{{ support }}',
  logoUrl: '{{ logo_url }}',
  /** Colours of the website settings, as CSS. */
  theme: '{{ theme }}',
} as const

/** Shows `then` where the provider has uploaded a logo, else `otherwise`. */
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

/** Text in which the template language means nothing; `text` is CSS or the like, never a person's. */
export function verbatim(text: string): string {
  return `{% verbatim %}${text}{% endverbatim %}`
}
