// Bundles the client's sync and large files into one script, which each run of an app evaluates. Run it in pwa/:
// `node --import ../tests/frozen/from_pwa.mjs ../tests/nemesis/app/bundle.mjs <file>`. The runs share Dexie.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { rolldown } from 'rolldown'

const EXPORTS = `
export { startSync } from '../sync'
export { registerSynced } from '../synced'
export { canEdit } from '../synced/messaging/rules'
export { pageRequests } from '../synced/messaging/requests'
export { httpEndpoints } from '../sync/connection/http-endpoints'
export { openSocket } from '../sync/connection/socket'
export { Replica } from '../db/schema'
export { accessToken } from '../api/auth/access-token'
export { authStorage } from '../api/auth/storage'
export { storageKey } from '../api/auth/session-store'
export { addFiles, draftFiles, dropDelivered, uploadsOf } from '../features/messaging/files/draft-files'
export { resumeWithFile, largeFiles } from '../features/messaging/files/large-files'
export { sendAll } from '../features/messaging/composer/send-all'
export { uuid7 } from '../lib/ids/uuid7'
`

const [file] = process.argv.slice(2)
const folder = await mkdtemp(path.resolve('src/app-'))
try {
  const input = path.join(folder, 'bundle.ts')
  await writeFile(input, EXPORTS)
  const bundle = await rolldown({ input, external: ['dexie'], platform: 'browser' })
  await bundle.write({ file, format: 'iife', name: 'bundle', globals: { dexie: 'dexie' }, codeSplitting: false })
} finally {
  await rm(folder, { recursive: true })
}
