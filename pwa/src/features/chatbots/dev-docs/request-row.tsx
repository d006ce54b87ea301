// One endpoint: its method, path and purpose. Unfolded, it shows an example of the request and of the response.
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, Fragment } from 'react'

import { Badge } from '../../../ui/badge'
import { CopyButton } from '../../../ui/copy-button'
import type { Endpoint } from './openapi'
import { idOfRequest } from './places'

const TONES = new Map<string, ComponentProps<typeof Badge>['tone']>([
  ['GET', 'primary'],
  ['POST', 'good'],
  ['PUT', 'warn'],
  ['PATCH', 'warn'],
  ['DELETE', 'bad'],
])

export function RequestRow({ endpoint }: { endpoint: Endpoint }) {
  const { method, path, summary, isPublic, response } = endpoint
  const request = curlOf(endpoint)
  return (
    <li id={idOfRequest(method, path)} tabIndex={-1} className="docs-section flex items-start gap-2 py-1.5">
      <details className="docs-fold min-w-0 flex-1">
        <summary className="docs-request cursor-pointer list-none [&::-webkit-details-marker]:hidden">
          <Badge tone={TONES.get(method) ?? 'neutral'} className="docs-method">
            {method}
          </Badge>
          <span className="min-w-0">
            <code className="text-sm font-medium break-all text-ink">{path}</code>
            {isPublic && <span className="text-sm text-ink-3"> · public</span>}
            <span className="block text-sm text-ink-2">
              <WithCode text={summary} />
            </span>
          </span>
          <ChevronDown size={17} aria-hidden="true" className="docs-chevron shrink-0 text-ink-3" />
        </summary>
        <div className="docs-examples">
          <Example title="Request" code={request} />
          {response === null ? (
            <p className="text-sm text-ink-3">The response has no JSON.</p>
          ) : (
            <Example title="Example response" code={response} />
          )}
        </div>
      </details>
      <CopyButton
        size="sm"
        tone="borderless"
        isIconOnly
        text={request}
        label="Copy request"
        title="Copy request"
      />
    </li>
  )
}

function Example({ title, code }: { title: string; code: string }) {
  return (
    <figure>
      <figcaption className="mb-1 text-xs font-medium text-ink-3">{title}</figcaption>
      {/* Takes the focus, so that the arrow keys can scroll it. */}
      <pre tabIndex={0} className="docs-code rounded-md border border-line bg-sunken p-3 text-sm text-ink-2">
        {code}
      </pre>
    </figure>
  )
}

/** Shows the parts between back-ticks as code. */
function WithCode({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
    )
}

function curlOf({ method, path, isPublic, body, form }: Endpoint): string {
  const token = isPublic ? [] : ["-H 'Authorization: Bearer $TOKEN'"]
  const json = body === null ? [] : ["-H 'Content-Type: application/json'", `-d '${body}'`]
  const data = form === null ? [] : [`-d '${form}'`]
  // With `-X HEAD`, curl would wait for a body that never comes.
  const verb = method === 'HEAD' ? '-I' : `-X ${method}`
  return [`curl ${verb} ${location.origin}${path}`, ...token, ...json, ...data].join(' \\\n  ')
}
