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

export interface Area {
  name: string
  endpoints: Endpoint[]
}

/** The areas that have endpoints. Endpoints without a known tag are in the last one. */
export function areasOf(endpoints: readonly Endpoint[]): Area[] {
  const nameOf = new Map(AREAS)
  const areas = new Map<string, Endpoint[]>(
    [...AREAS.map(([, name]) => name), OTHER].map((name) => [name, []]),
  )
  for (const endpoint of endpoints) areas.get(nameOf.get(endpoint.tag) ?? OTHER)?.push(endpoint)
  return [...areas].map(([name, of]) => ({ name, endpoints: of })).filter((area) => area.endpoints.length > 0)
}
