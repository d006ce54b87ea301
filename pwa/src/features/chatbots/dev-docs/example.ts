// Makes an example of JSON from its schema in an OpenAPI document. Pure.

export type JsonMap = Record<string, unknown>

const TEXTS: Record<string, string> = {
  uuid: '01936d5e-7c1a-7b3e-9f42-5a8d1c0b6e27',
  uuid7: '01936d5e-7c1a-7b3e-9f42-5a8d1c0b6e27',
  'date-time': '2026-11-27T09:00:00Z',
  date: '2026-11-27',
  email: 'maya@harborcoffee.example',
}
const MAX_DEPTH = 8

/** With `required`, leaves out the optional fields of an object that has required ones. Null for an unknown schema. */
export function exampleOf(
  document: unknown,
  schema: unknown,
  fields: 'all' | 'required',
  depth = 0,
): unknown {
  if (!isMap(schema) || depth > MAX_DEPTH) return null
  const inner = (child: unknown) => exampleOf(document, child, fields, depth + 1)
  const reference = schema['$ref']
  if (typeof reference === 'string') return inner(resolved(document, reference))
  const choices = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']
  if (Array.isArray(choices)) return inner(choices[0])
  const given = schema['const'] ?? schema['default'] ?? firstOf(schema['enum'])
  if (given !== undefined && given !== null) return given
  switch (schema['type']) {
    case 'object':
      return objectOf(schema, fields, inner)
    case 'array':
      return schema['items'] === undefined ? [] : [inner(schema['items'])]
    case 'string':
      return TEXTS[String(schema['format'])] ?? 'text'
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1
    case 'boolean':
      return true
    default:
      return null
  }
}

function objectOf(schema: JsonMap, fields: 'all' | 'required', inner: (child: unknown) => unknown): JsonMap {
  const required = schema['required']
  const isShown = (name: string) =>
    fields === 'all' || !Array.isArray(required) || required.length === 0 || required.includes(name)
  return Object.fromEntries(
    Object.entries(mapIn(schema, 'properties'))
      .filter(([name]) => isShown(name))
      .map(([name, child]) => [name, inner(child)]),
  )
}

function firstOf(values: unknown): unknown {
  return Array.isArray(values) ? values[0] : undefined
}

/** What a reference such as `#/components/schemas/ClientOut` refers to. */
function resolved(document: unknown, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((part: unknown, name) => (isMap(part) ? part[name] : undefined), document)
}

export function mapIn(value: unknown, name: string): JsonMap {
  const child = isMap(value) ? value[name] : undefined
  return isMap(child) ? child : {}
}

export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
