// The version of the product, from its only place: pyproject.toml.
import { readFileSync } from 'node:fs'

/** `2026.11.1`. Throws if pyproject.toml has no version. */
export function version(): string {
  const project = readFileSync(new URL('../../pyproject.toml', import.meta.url), 'utf8')
  const version = /^version = "([^"]+)"$/m.exec(project)?.[1]
  if (!version) throw new Error('pyproject.toml has no line `version = "..."`')
  return version
}
