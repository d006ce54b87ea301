// The card with every endpoint of the server by area, from its OpenAPI description.
import { ChevronDown } from 'lucide-react'

import { countedText } from '../../../lib/text/numbers'
import { Card } from '../../../ui/card'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { type Area, AREA_NAMES } from './areas'
import { idOfArea, idOfRequest } from './places'
import { RequestRow } from './request-row'
import type { Reference } from './use-reference'

type RequestsCardProps = {
  reference: Reference
  retry: () => void
  query: string
  /** The areas with the requests that match the query. */
  areas: readonly Area[]
}

export function RequestsCard({ reference, retry, query, areas }: RequestsCardProps) {
  const count = areas.reduce((sum, { endpoints }) => sum + endpoints.length, 0)
  const isSearch = query.trim() !== ''
  return (
    <Card
      title="Requests"
      aside={
        reference.is === 'ready' && (
          <span className="tabular text-sm text-ink-3">{countedText(count, 'request')}</span>
        )
      }
    >
      <p className="mb-2 text-sm text-ink-3">
        All that another program can ask of this server (its endpoints), for programmers. GET, HEAD and
        OPTIONS read, the others can change something. <code>POST /auth/v1/token</code> returns the token that
        each of them needs, except the public ones. Open a request to see an example response.
      </p>
      {reference.is === 'failed' && <LoadError onRetry={retry}>{reference.message}</LoadError>}
      {reference.is === 'ready' && count === 0 && (
        <p className="text-base text-ink-2">No request matches “{query.trim()}”.</p>
      )}
      <div className="divide-y divide-line">
        {reference.is === 'loading' &&
          AREA_NAMES.map((name) => (
            <div key={name} className="flex min-h-control items-center">
              <Skeleton className="h-4 w-44" />
            </div>
          ))}
        {areas.map((area) => (
          <AreaList key={area.name} area={area} isOpen={isSearch} />
        ))}
      </div>
    </Card>
  )
}

/** `isOpen` is the state at first, and after each change of it. */
function AreaList({ area: { name, endpoints }, isOpen }: { area: Area; isOpen: boolean }) {
  return (
    <details id={idOfArea(name)} tabIndex={-1} open={isOpen} className="docs-section docs-fold">
      <summary className="flex min-h-control cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
        <h3 className="text-base font-semibold text-ink">{name}</h3>
        <span className="tabular min-w-0 flex-1 text-sm text-ink-3">{endpoints.length}</span>
        <ChevronDown size={17} aria-hidden="true" className="docs-chevron shrink-0 text-ink-3" />
      </summary>
      <ul aria-label={name} className="divide-y divide-line pb-2">
        {endpoints.map((endpoint) => (
          <RequestRow key={idOfRequest(endpoint.method, endpoint.path)} endpoint={endpoint} />
        ))}
      </ul>
    </details>
  )
}
