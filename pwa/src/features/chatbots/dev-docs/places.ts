// The places of the Developer Docs that links lead to.

export const SECTIONS = [
  'Product',
  'What a programmer can do with it',
  'Pages',
  'Data',
  'Functions',
  'Roles',
  'Backlog',
  'Requests',
] as const
export type Section = (typeof SECTIONS)[number]

export function idOfSection(section: Section): string {
  return `docs-${section.toLowerCase().replaceAll(' ', '-')}`
}

export function idOfRequest(method: string, path: string): string {
  return `request-${method}-${path}`
}

/** Scrolls to the first of these ids that exists on the page, and moves the focus to it. */
export function goTo(...ids: readonly string[]): void {
  const place = ids.map((id) => document.getElementById(id)).find((one) => one !== null)
  place?.scrollIntoView({ block: 'start' })
  place?.focus({ preventScroll: true })
}
