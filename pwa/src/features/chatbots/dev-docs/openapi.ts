// Extracts the endpoints from an OpenAPI document, and checks the document's shape. Pure.
import { exampleOf, isMap, type JsonMap, mapIn } from './example'

export interface Endpoint {
  method: string
  path: string
  summary: string
  tag: string
  isPublic: boolean
  /** Examples of the request's JSON or form, and of the response's JSON; null without one. */
  body: string | null
  form: string | null
  response: string | null
}

const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options'])

export function endpointsOf(document: unknown): Endpoint[] {
  const paths = mapIn(document, 'paths')
  return Object.entries(paths)
    .flatMap(([path, verbs]) =>
      Object.keys(isMap(verbs) ? verbs : {})
        .filter((verb) => VERBS.has(verb))
        .map((verb) => endpointOf(document, path, verb, mapIn(verbs, verb))),
    )
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
}

function endpointOf(document: unknown, path: string, verb: string, operation: JsonMap): Endpoint {
  const tags = operation['tags']
  const text = operation['description'] ?? operation['summary']
  const responses = mapIn(operation, 'responses')
  const success = Object.keys(responses).find((status) => status.startsWith('2')) ?? ''
  return {
    method: verb.toUpperCase(),
    path,
    summary: typeof text === 'string' ? firstParagraph(text) : '',
    tag: Array.isArray(tags) && typeof tags[0] === 'string' ? tags[0] : '',
    isPublic: operation['security'] === undefined,
    body: jsonOf(document, mapIn(operation, 'requestBody'), 'required'),
    form: formOf(document, mapIn(operation, 'requestBody')),
    response: jsonOf(document, mapIn(responses, success), 'all'),
  }
}

function firstParagraph(text: string): string {
  return (text.split('\n\n')[0] ?? '').replaceAll('\n', ' ')
}

function jsonOf(document: unknown, message: JsonMap, fields: 'all' | 'required'): string | null {
  const example = exampleOf(document, schemaOf(message, 'application/json'), fields)
  const isEmpty = example === null || (isMap(example) && Object.keys(example).length === 0)
  return isEmpty ? null : JSON.stringify(example, null, 2)
}

/** `code=text&state=text` */
function formOf(document: unknown, message: JsonMap): string | null {
  const example = exampleOf(document, schemaOf(message, 'application/x-www-form-urlencoded'), 'required')
  if (!isMap(example)) return null
  return Object.keys(example)
    .map((name) => `${name}=text`)
    .join('&')
}

function schemaOf(message: JsonMap, type: string): unknown {
  return mapIn(mapIn(message, 'content'), type)['schema']
}
