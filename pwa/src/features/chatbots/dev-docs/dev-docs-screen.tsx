// /dashboard/dev-docs: a description of the product, and the server's OpenAPI reference of every endpoint.
import '../chatbots.css'
import './dev-docs.css'

import { type ReactNode, useState } from 'react'

import { Card } from '../../../ui/card'
import { SearchField } from '../../../ui/form/search-field'
import { PAGE, PageHead } from '../../../ui/layout/page'
import { areaOf, areasOf } from './areas'
import { Contents } from './contents'
import type { Endpoint } from './openapi'
import { goTo, idOfRequest, idOfSection, type Section, SECTIONS } from './places'
import { ACCESS, BACKLOG, EXAMPLES, FUNCTIONS, PRODUCT, ROLES, ROUTES, TABLES } from './prose'
import { RequestsCard } from './requests-card'
import { useReference } from './use-reference'

const NO_ENDPOINTS: readonly Endpoint[] = []

export function DevDocsScreen() {
  const [query, setQuery] = useState('')
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const isSearch = words.length > 0
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const entriesOf = {
    Pages: ROUTES.filter((one) => fits(one.join(' '))),
    Data: TABLES.filter((one) => fits(one.join(' '))),
    Functions: FUNCTIONS.filter((one) => fits(one.join(' '))),
    Roles: ROLES.filter((one) => fits(one.join(' '))),
  }
  const sections = SECTIONS.filter((section) =>
    section in entriesOf
      ? entriesOf[section as keyof typeof entriesOf].length > 0
      : !isSearch || section === 'Requests',
  )
  const { reference, retry } = useReference()
  const endpoints = reference.is === 'ready' ? reference.endpoints : NO_ENDPOINTS
  const areas = areasOf(
    endpoints.filter((one) => fits(`${one.method} ${one.path} ${one.summary} ${one.tag} ${areaOf(one)}`)),
  )
  return (
    <div className={PAGE}>
      <PageHead
        title="Developer Docs"
        lead="How the product is built, for developers who connect another program to it. Your daily work needs none of it."
      />
      <div className="docs mt-4">
        <Contents sections={sections} areas={areas} />
        <div className="min-w-0 space-y-3">
          <SearchField
            label="Search the docs"
            placeholder="Search pages, data and requests"
            value={query}
            onChange={setQuery}
            className="mb-5"
          />
          {!isSearch && (
            <Part section="Product">
              <div className="space-y-2 text-base text-pretty text-ink-2">
                {PRODUCT.map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </div>
            </Part>
          )}
          {!isSearch && (
            <Part section="What a programmer can do with it">
              <Examples />
            </Part>
          )}
          <div id={idOfSection('Requests')} tabIndex={-1} className="docs-section">
            <RequestsCard reference={reference} retry={retry} query={query} areas={areas} />
          </div>
          <Entries
            section="Pages"
            lead="Each page with its address, also called its route. Example: send a prospect the address of your prices."
            entries={entriesOf.Pages}
            isCode
          />
          <Entries
            section="Data"
            lead="What is stored, by table. Example: a new client is a row of clients, before they have signed up."
            entries={entriesOf.Data}
            isCode
          />
          <Entries
            section="Functions"
            lead="What happens on the server when someone pays or asks a chatbot. Nobody needs to start them by hand."
            entries={entriesOf.Functions}
            isCode
          />
          <Entries
            section="Roles"
            lead="Who may do what."
            entries={entriesOf.Roles}
            foot={isSearch ? undefined : ACCESS}
          />
          {!isSearch && (
            <Part section="Backlog">
              <p className="mb-2 text-sm text-ink-3">Planned, and not there yet.</p>
              <ul className="list-disc space-y-1.5 pl-4 text-base text-ink-2">
                {BACKLOG.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </Part>
          )}
        </div>
      </div>
    </div>
  )
}

function Part({ section, children }: { section: Section; children: ReactNode }) {
  return (
    <div id={idOfSection(section)} tabIndex={-1} className="docs-section">
      <Card title={section}>{children}</Card>
    </div>
  )
}

/** Each example links to its request. */
function Examples() {
  return (
    <ul className="list-disc space-y-1.5 pl-4 text-base text-ink-2">
      {EXAMPLES.map(([what, method, path]) => (
        <li key={what}>
          {what}{' '}
          <a
            href={`#${idOfRequest(method, path)}`}
            onClick={(event) => {
              event.preventDefault()
              goTo(idOfRequest(method, path), idOfSection('Requests'))
            }}
            className="docs-use font-medium text-primary-ink hover:underline"
          >
            <code className="text-sm break-all">
              {method} {path}
            </code>
          </a>
        </li>
      ))}
    </ul>
  )
}

type EntriesProps = {
  section: Section
  lead: string
  entries: readonly (readonly [string, string])[]
  isCode?: boolean
  foot?: string | undefined
}

function Entries({ section, lead, entries, isCode = false, foot }: EntriesProps) {
  if (entries.length === 0) return null
  return (
    <Part section={section}>
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
    </Part>
  )
}
