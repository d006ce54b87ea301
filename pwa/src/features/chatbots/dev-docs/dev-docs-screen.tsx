// /dashboard/dev-docs: a description of the product, and the server's OpenAPI reference of every endpoint.
import '../chatbots.css'

import { useEffect, useMemo, useState } from 'react'

import { onResponse } from '../../../lib/slow-response'
import { countedText } from '../../../lib/text/numbers'
import { useLive } from '../../../live/live'
import { Badge } from '../../../ui/badge'
import { Card } from '../../../ui/card'
import { CopyButton } from '../../../ui/copy-button'
import { LoadError } from '../../../ui/feedback/load-error'
import { SearchField } from '../../../ui/form/search-field'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { PAGE, PageHead } from '../../../ui/page'
import { ACCESS, BACKLOG, EXAMPLES, FUNCTIONS, PRODUCT, ROLES, ROUTES, TABLES } from './prose'
import { LATE, NO_REFERENCE, type Outcome, readOpenApi } from '../mutations'
import { type Endpoint, endpointsOf } from './openapi'

type Reference =
  { is: 'loading' } | { is: 'failed'; message: string } | { is: 'ready'; endpoints: Endpoint[] }

const curlOf = (endpoint: Endpoint) =>
  `curl -X ${endpoint.method} ${location.origin}${endpoint.path}${endpoint.isPublic ? '' : " -H 'Authorization: Bearer $TOKEN'"}`

export function DevDocsScreen() {
  const { sync } = useLive()
  const [reference, setReference] = useState<Reference>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const [query, setQuery] = useState('')
  useEffect(() => {
    const receive = (outcome: Outcome<unknown>) =>
      setReference(outcome.is === 'done' ? { is: 'ready', endpoints: endpointsOf(outcome.value) } : outcome)
    return onResponse(readOpenApi(), receive, { ...LATE, message: NO_REFERENCE })
  }, [attempt])
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const endpoints = useMemo(() => (reference.is === 'ready' ? reference.endpoints : []), [reference])
  const matches = endpoints.filter((endpoint) =>
    fits(`${endpoint.method} ${endpoint.path} ${endpoint.summary} ${endpoint.tag}`),
  )
  const retry = () => {
    setReference({ is: 'loading' })
    setAttempt((before) => before + 1)
    void sync.flushNow()
  }
  return (
    <div className={PAGE}>
      <PageHead
        title="Developer Docs"
        lead="How the product is built, for developers who connect another program to it. Your daily work needs none of it."
      />
      <SearchField
        label="Search the docs"
        placeholder="Search pages, data and requests"
        value={query}
        onChange={setQuery}
        className="mt-4 mb-5"
      />
      <div className="space-y-3">
        {words.length === 0 && (
          <Card title="Product">
            <div className="space-y-2 text-base text-pretty text-ink-2">
              {PRODUCT.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          </Card>
        )}
        {words.length === 0 && (
          <Card title="What a programmer can do with it">
            <ul className="list-disc space-y-1.5 pl-4 text-base text-ink-2">
              {EXAMPLES.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Card>
        )}
        <Entries
          title="Pages"
          lead="Each page with its address, also called its route. Example: send a prospect the address of your prices."
          entries={ROUTES.filter((one) => fits(one.join(' ')))}
          isCode
        />
        <Entries
          title="Data"
          lead="What is stored, by table. Example: a new client is a row of clients, before they have signed up."
          entries={TABLES.filter((one) => fits(one.join(' ')))}
          isCode
        />
        <Entries
          title="Functions"
          lead="What happens on the server when someone pays or asks a chatbot. Nobody needs to start them by hand."
          entries={FUNCTIONS.filter((one) => fits(one.join(' ')))}
          isCode
        />
        <Entries
          title="Roles"
          lead="Who may do what."
          entries={ROLES.filter((one) => fits(one.join(' ')))}
          foot={words.length === 0 ? ACCESS : undefined}
        />
        {words.length === 0 && (
          <Card title="Backlog">
            <p className="mb-2 text-sm text-ink-3">Planned, and not there yet.</p>
            <ul className="list-disc space-y-1.5 pl-4 text-base text-ink-2">
              {BACKLOG.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Card>
        )}
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
              <li
                key={`${endpoint.method} ${endpoint.path}`}
                className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5"
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
            ))}
          </ul>
        </Card>
      </div>
    </div>
  )
}

type EntriesProps = {
  title: string
  lead: string
  entries: readonly (readonly [string, string])[]
  isCode?: boolean
  foot?: string | undefined
}

function Entries({ title, lead, entries, isCode = false, foot }: EntriesProps) {
  if (entries.length === 0) return null
  return (
    <Card title={title}>
      <p className="mb-2.5 text-sm text-ink-3">{lead}</p>
      <dl className="bot-entries text-base">
        {entries.map(([name, what]) => (
          <div key={name} className="contents">
            <dt className="font-medium break-all text-ink">
              {isCode ? <code className="text-sm">{name}</code> : name}
            </dt>
            <dd className="text-ink-2">{what}</dd>
          </div>
        ))}
      </dl>
      {foot !== undefined && <p className="mt-4 border-t border-line pt-3 text-base text-ink-2">{foot}</p>}
    </Card>
  )
}
