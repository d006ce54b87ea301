// Placeholders of a built page as Django template syntax; platform/website/public_pages.py fills them.
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

/** The template's condition: payments are set up, so that visitors can buy the plan online. */
export const SELLING = { if: '{% if sells %}', else: '{% else %}', end: '{% endif %}' }

/** Like `IfSelling` of conditions.tsx, but for attributes. */
export function ifSelling(then: string, otherwise: string): string {
  return `${SELLING.if}${then}${SELLING.else}${otherwise}${SELLING.end}`
}

/** Wraps text so that the template language ignores it. `text` must be CSS or similar, never user input. */
export function verbatim(text: string): string {
  return `{% verbatim %}${text}{% endverbatim %}`
}
