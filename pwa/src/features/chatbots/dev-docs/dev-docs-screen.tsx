// /dashboard/dev-docs: a description of the product, and the server's OpenAPI reference of every endpoint.
import '../chatbots.css'

import { useState } from 'react'

import { Card } from '../../../ui/card'
import { SearchField } from '../../../ui/form/search-field'
import { PAGE, PageHead } from '../../../ui/layout/page'
import { ACCESS, BACKLOG, EXAMPLES, FUNCTIONS, PRODUCT, ROLES, ROUTES, TABLES } from './prose'
import { RequestsCard } from './requests-card'

export function DevDocsScreen() {
  const [query, setQuery] = useState('')
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const isSearch = words.length > 0
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word))
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
        {!isSearch && (
          <Card title="Product">
            <div className="space-y-2 text-base text-pretty text-ink-2">
              {PRODUCT.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          </Card>
        )}
        {!isSearch && (
          <Card title="What a programmer can do with it">
            <Bullets lines={EXAMPLES} />
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
          foot={isSearch ? undefined : ACCESS}
        />
        {!isSearch && (
          <Card title="Backlog">
            <p className="mb-2 text-sm text-ink-3">Planned, and not there yet.</p>
            <Bullets lines={BACKLOG} />
          </Card>
        )}
        <RequestsCard query={query} fits={fits} />
      </div>
    </div>
  )
}

function Bullets({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="list-disc space-y-1.5 pl-4 text-base text-ink-2">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
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
