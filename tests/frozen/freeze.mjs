// Makes one file of the client's sync; run in pwa/: `node --import ../tests/frozen/from_pwa.mjs ../tests/frozen/freeze.mjs
// <file>`. With `whole` after it every package is in the file too.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { rolldown } from 'rolldown'

const PARTS = `
export { startSync } from './sync'
export { Replica } from './db/schema'
export { httpEndpoints } from './sync/connection/http-endpoints'
export { registerSynced } from './synced'
export { pageRequests } from './synced/messaging/requests'
export { openSocket } from './sync/connection/socket'
export { accessToken } from './api/auth/access-token'
export { authStorage } from './api/auth/storage'
export { storageKey } from './api/auth/session-store'
`
const HEAD = '// What a browser runs of sync, as it was in one version: made by tests/frozen/freeze.mjs and never changed.\n'

const [file, whole] = process.argv.slice(2)
const folder = await mkdtemp(path.resolve('src/frozen-'))
try {
  const input = path.join(folder, 'parts.ts')
  await writeFile(input, PARTS.replaceAll("'./", "'../"))
  const external = whole ? [] : ['dexie', '@supabase/auth-js']
  const bundle = await rolldown({ input, external, platform: 'browser' })
  const output = await bundle.write({ file, format: 'es', minify: true, codeSplitting: false })
  await writeFile(file, HEAD + output.output[0].code)
} finally {
  await rm(folder, { recursive: true })
}
