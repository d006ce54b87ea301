// Reads the version of the product from pyproject.toml, the only file that contains it.
import { readFileSync } from 'node:fs'

/** The version, such as `2026.11.1`. Throws if pyproject.toml has none. */
export function version(): string {
  const project = readFileSync(new URL('../../pyproject.toml', import.meta.url), 'utf8')
  const version = /^version = "([^"]+)"$/m.exec(project)?.[1]
  if (!version) throw new Error('pyproject.toml has no line `version = "..."`')
  return version
}
