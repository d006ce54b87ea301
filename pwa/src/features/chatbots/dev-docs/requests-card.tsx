// The card with every endpoint of the server, from its OpenAPI description.
import { useEffect, useMemo, useState } from 'react'

import { onResponse } from '../../../lib/time/slow-response'
import { countedText } from '../../../lib/text/numbers'
import { useLive } from '../../../live/live'
import { Badge } from '../../../ui/badge'
import { Card } from '../../../ui/card'
import { CopyButton } from '../../../ui/copy-button'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { LATE, NO_REFERENCE, type Outcome, readOpenApi } from '../mutations'
import { type Endpoint, endpointsOf } from './openapi'
import { idOfRequest } from './places'

type Reference =
  { is: 'loading' } | { is: 'failed'; message: string } | { is: 'ready'; endpoints: Endpoint[] }

type RequestsCardProps = {
  query: string
  /** Whether a text matches the query. */
  fits: (text: string) => boolean
}

export function RequestsCard({ query, fits }: RequestsCardProps) {
  const { reference, retry } = useReference()
  const endpoints = useMemo(() => (reference.is === 'ready' ? reference.endpoints : []), [reference])
  const matches = endpoints.filter((endpoint) =>
    fits(`${endpoint.method} ${endpoint.path} ${endpoint.summary} ${endpoint.tag}`),
  )
  return (
    <Card
      title="Requests"
      aside={
        reference.is === 'ready' && (
          <span className="tabular text-sm text-ink-3">{countedText(matches.length, 'request')}</span>
        )
      }
    >
      <p className="mb-2 text-sm text-ink-3">
        All that another program can ask of this server (its endpoints), for programmers. GET reads, the
        others change something.
      </p>
      {reference.is === 'loading' && <Skeleton className="h-40 rounded-md" />}
      {reference.is === 'failed' && <LoadError onRetry={retry}>{reference.message}</LoadError>}
      {reference.is === 'ready' && matches.length === 0 && (
        <p className="text-base text-ink-2">No request matches “{query.trim()}”.</p>
      )}
      <ul aria-label="Endpoints" className="divide-y divide-line">
        {matches.map((endpoint) => (
          <Row key={`${endpoint.method} ${endpoint.path}`} endpoint={endpoint} />
        ))}
      </ul>
    </Card>
  )
}

function useReference() {
  const { sync } = useLive()
  const [reference, setReference] = useState<Reference>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const receive = (outcome: Outcome<unknown>) =>
      setReference(outcome.is === 'done' ? { is: 'ready', endpoints: endpointsOf(outcome.value) } : outcome)
    return onResponse(readOpenApi(), receive, { ...LATE, message: NO_REFERENCE })
  }, [attempt])
  const retry = () => {
    setReference({ is: 'loading' })
    setAttempt((before) => before + 1)
    void sync.flushNow()
  }
  return { reference, retry }
}

function Row({ endpoint }: { endpoint: Endpoint }) {
  return (
    <li
      id={idOfRequest(endpoint.method, endpoint.path)}
      tabIndex={-1}
      className="docs-section flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5"
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={endpoint.method === 'GET' ? 'neutral' : 'primary'}>{endpoint.method}</Badge>
          <code className="text-sm break-all text-ink">{endpoint.path}</code>
          {endpoint.isPublic && <Badge tone="good">public</Badge>}
        </p>
        {endpoint.summary !== '' && <p className="mt-1 text-sm text-ink-2">{endpoint.summary}</p>}
      </div>
      <CopyButton size="sm" text={curlOf(endpoint)} label="Copy request" />
    </li>
  )
}

function curlOf({ method, path, isPublic }: Endpoint): string {
  return `curl -X ${method} ${location.origin}${path}${isPublic ? '' : " -H 'Authorization: Bearer $TOKEN'"}`
}
