// Extracts the endpoints from an OpenAPI document, and checks the document's shape. Pure.

export interface Endpoint {
  method: string
  path: string
  summary: string
  tag: string
  isPublic: boolean
}

const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head'])

export function endpointsOf(document: unknown): Endpoint[] {
  const paths = mapIn(document, 'paths')
  return Object.entries(paths)
    .flatMap(([path, verbs]) =>
      Object.keys(isMap(verbs) ? verbs : {})
        .filter((verb) => VERBS.has(verb))
        .map((verb) => endpointOf(path, verb, mapIn(verbs, verb))),
    )
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
}

function endpointOf(path: string, verb: string, operation: Record<string, unknown>): Endpoint {
  const tags = operation['tags']
  const text = operation['description'] ?? operation['summary']
  return {
    method: verb.toUpperCase(),
    path,
    summary: typeof text === 'string' ? (text.split('\n')[0] ?? '') : '',
    tag: Array.isArray(tags) && typeof tags[0] === 'string' ? tags[0] : '',
    isPublic: operation['security'] === undefined,
  }
}

function mapIn(value: unknown, name: string): Record<string, unknown> {
  const child = isMap(value) ? value[name] : undefined
  return isMap(child) ? child : {}
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
