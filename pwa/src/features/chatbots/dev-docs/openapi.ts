// Extracts the endpoints from an OpenAPI document, whose shape it does not trust. Pure.

export interface Door {
  method: string
  path: string
  summary: string
  tag: string
  isPublic: boolean
}

const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head'])

export function doorsOf(document: unknown): Door[] {
  const paths = mapIn(document, 'paths')
  return Object.entries(paths)
    .flatMap(([path, verbs]) => Object.keys(isMap(verbs) ? verbs : {}).filter((verb) => VERBS.has(verb)).map((verb) => door(path, verb, mapIn(verbs, verb))))
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
}

function door(path: string, verb: string, operation: Record<string, unknown>): Door {
  const tags = operation['tags']
  const said = operation['description'] ?? operation['summary']
  return {
    method: verb.toUpperCase(),
    path,
    summary: typeof said === 'string' ? (said.split('\n')[0] ?? '') : '',
    tag: Array.isArray(tags) && typeof tags[0] === 'string' ? tags[0] : '',
    isPublic: operation['security'] === undefined,
  }
}

function mapIn(value: unknown, name: string): Record<string, unknown> {
  const found = isMap(value) ? value[name] : undefined
  return isMap(found) ? found : {}
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
