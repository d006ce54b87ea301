// The places of the Developer Docs that links lead to.

export const SECTIONS = [
  'Product',
  'What a programmer can do with it',
  'Requests',
  'Pages',
  'Data',
  'Functions',
  'Roles',
  'Backlog',
] as const
export type Section = (typeof SECTIONS)[number]

export function idOfSection(section: Section): string {
  return `docs-${section.toLowerCase().replaceAll(' ', '-')}`
}

export function idOfArea(name: string): string {
  return `requests-${name.toLowerCase().replaceAll(' ', '-')}`
}

export function idOfRequest(method: string, path: string): string {
  return `request-${method}-${path}`
}

/** Scrolls to the first of these ids that exists on the page, unfolds it, and moves the focus to it. */
export function goTo(...ids: readonly string[]): void {
  const place = ids.map((id) => document.getElementById(id)).find((one) => one !== null)
  const area = place?.closest('details') ?? null
  if (area !== null) area.open = true
  place?.scrollIntoView({ block: 'start' })
  place?.focus({ preventScroll: true })
}
