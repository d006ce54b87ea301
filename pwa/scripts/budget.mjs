// Fails when a first load or the core of sync exceeds its budget for the gzip size of JavaScript and CSS.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { build } from 'vite'

const DIST = new URL('../dist/', import.meta.url)

/** The first loads, each with its scripts, its screens and its budget in kB (1000 bytes). */
const FIRST_LOADS = [
  { name: 'signed-in shell', budget: 150, scripts: ['start', 'inside'], screens: [] },
  { name: 'sign-in', budget: 110, scripts: ['start'], screens: ['src/app/routes/sign-in/auth.tsx'] },
]

/** The budget in kB of a public page's first load: the page with its styles, and its scripts. */
const PUBLIC_BUDGET = 30

/** @typedef {{ file: string, css?: string[], imports?: string[] }} Chunk */
const chunks = /** @type {Record<string, Chunk>} */ (
  JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'))
)
/**
 * The scripts of the start, by group name. They contain the code of the group's chunks. The chunks only
 * re-export it.
 */
const scripts = /** @type {Record<string, string>} */ (
  JSON.parse(readFileSync(new URL('.vite/start.json', DIST), 'utf8'))
)

/**
 * The files that must be loaded before the chunks `keys` can run: these chunks and their static imports.
 * @param {string[]} keys
 */
function filesOf(keys) {
  const files = /** @type {Set<string>} */ (new Set())
  const seen = new Set()
  const queue = [...keys]
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    const chunk = chunks[key]
    if (chunk === undefined)
      throw new Error(`The build has no chunk ${key}: correct FIRST_LOADS in scripts/budget.mjs.`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    queue.push(...(chunk.imports ?? []))
  }
  return [...files]
}

/**
 * The part of sync that every start loads: without Dexie, api/, modules loaded on demand, and lib/failures.
 */
const CORE = {
  budget: 12,
  entry: '../src/sync/index.ts',
  without: [/^dexie/, /\/api\//, /\/(bootstrap|request-flush)$/, /\/lib\/failures$/],
}

async function coreSize() {
  const entry = fileURLToPath(new URL(CORE.entry, import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      ssr: entry, // unchanged, without Vite's preload helper
      rolldownOptions: { external: CORE.without },
    },
  })
  const output = Array.isArray(built) ? built[0] : built
  const [chunk] = output && 'output' in output ? output.output : []
  if (chunk?.type !== 'chunk') throw new Error('The core did not build.')
  return gzipSync(chunk.code, { level: 9 }).length / 1000
}

/** @param {{ scripts: string[], screens: string[] }} load */
function filesOfLoad({ scripts: groups, screens }) {
  const ofGroups = groups.map((group) => {
    const script = scripts[group]
    if (script === undefined)
      throw new Error(`The build has no script ${group}: correct FIRST_LOADS in scripts/budget.mjs.`)
    return script.slice(1)
  })
  const entry = chunks['index.html']?.css ?? []
  return [...new Set([...ofGroups, ...entry, ...filesOf(screens)])]
}

/** @param {string} page */
function filesOfPage(page) {
  const html = readFileSync(new URL(`site/${page}`, DIST), 'utf8')
  return [
    `site/${page}`,
    ...[...html.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, file]) => String(file)),
  ]
}

const loads = [
  ...FIRST_LOADS.map((load) => ({ ...load, files: filesOfLoad(load) })),
  ...readdirSync(new URL('site/', DIST))
    .filter((file) => file.endsWith('.html'))
    .map((page) => ({ name: `public ${page}`, budget: PUBLIC_BUDGET, files: filesOfPage(page) })),
]
let failed = false
for (const { name, budget, files } of loads) {
  const sizes = files.map((file) => ({
    file,
    bytes: gzipSync(readFileSync(new URL(file, DIST)), { level: 9 }).length,
  }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  const over = total > budget
  failed ||= over
  console.log(`${over ? 'OVER' : 'ok  '} ${name}: ${total.toFixed(1)} kB of ${budget} kB`)
  for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
    console.log(`       ${(bytes / 1000).toFixed(1).padStart(6)} ${file}`)
}
const core = await coreSize()
failed ||= core > CORE.budget
console.log(`${core > CORE.budget ? 'OVER' : 'ok  '} sync core: ${core.toFixed(2)} kB of ${CORE.budget} kB`)
process.exit(failed ? 1 : 0)
