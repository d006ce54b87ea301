// The areas of the server's requests, in the order in which a programmer needs them. A test checks that each tag of
// the OpenAPI document has one.
import type { Endpoint } from './openapi'

const AREAS: readonly (readonly [tag: string, name: string])[] = [
  ['clients', 'Clients'],
  ['messaging', 'Messages'],
  ['reports', 'Reports and videos'],
  ['performance', 'Website scores'],
  ['analytics', 'Google Analytics'],
  ['chatbots', 'Chatbots'],
  ['billing', 'Plans and payments'],
  ['notifications', 'Notifications and emails'],
  ['files', 'Files'],
  ['website', 'Public website'],
  ['auth', 'Sign-in and accounts'],
  ['sync', 'Live updates'],
  ['admin', 'Background work'],
  ['health', 'Health checks'],
]
const OTHER = 'Other'

export const AREA_NAMES = AREAS.map(([, name]) => name)
const NAME_OF = new Map(AREAS)

export function areaOf({ tag }: Endpoint): string {
  return NAME_OF.get(tag) ?? OTHER
}

export interface Area {
  name: string
  endpoints: Endpoint[]
}

/** The areas that have endpoints. Endpoints without a known tag are in the last one. */
export function areasOf(endpoints: readonly Endpoint[]): Area[] {
  const areas = new Map<string, Endpoint[]>([...AREA_NAMES, OTHER].map((name) => [name, []]))
  for (const endpoint of endpoints) areas.get(areaOf(endpoint))?.push(endpoint)
  return [...areas].map(([name, of]) => ({ name, endpoints: of })).filter((area) => area.endpoints.length > 0)
}
