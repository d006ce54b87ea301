// Patches libraries in the build: removes unused parts, the cost of Dexie's idle live queries, its check of writes
// beside them, and the stacks of React's signals.
import { fileURLToPath } from 'node:url'

import type { Alias, Plugin } from 'vite'

/** Texts of a module, and what replaces each of them. */
type Patch = readonly (readonly [text: string | RegExp, instead: string])[]

/**
 * Each live query of Dexie collects the changes of all tables until one of them affects it: 200,000 nodes
 * after a first load or a long conversation, which every change and every garbage collection traverse. An
 * idle query needs none, so this patch ignores changes that do not affect it.
 */
const IDLE_LIVE_QUERY: Patch = [
  ['let accumMuts = {};', 'let accumMuts = {}, atRest = false;'],
  ['accumMuts = {};\n            const subscr', 'accumMuts = {}; atRest = false;\n            const subscr'],
  [
    'accumMuts = {};\n                        execIn',
    'accumMuts = {}; atRest = true;\n                        execIn',
  ],
  [
    'extendObservabilitySet(accumMuts',
    'if (atRest && !obsSetsOverlap(currentObs, parts)) return;\n            extendObservabilitySet(accumMuts',
  ],
]
/**
 * Dexie rejects writes inside a live query's read. Its async context also reaches other code that runs at the
 * same moment (dexie/Dexie.js#1760, #1831), so on a busy machine a write of ours failed with ReadOnlyError. Unit
 * tests run with the check.
 */
const WRITES_BESIDE_LIVE_QUERIES: Patch = [["if (PSD.subscr && mode !== 'readonly') {", 'if (false) {']]
/** No table has hooks, and `Replica` switches the cache of query results off. */
const UNUSED_MIDDLEWARE: Patch = [
  ['this.use(cacheMiddleware);', ''],
  ['this.use(hooksMiddleware);', ''],
]

/**
 * React creates five errors when it is loaded, and throws them as signals. For the stack of a new error V8 parses
 * all functions on the call stack again, here all scripts of the start: 130 ms at 4x CPU throttle. No code reads
 * these stacks.
 */
const ERRORS_WITHOUT_STACK: Patch = [460, 461, 474, 519, 542].map((code) => [
  `Error(formatProdErrorMessage(${code}))`,
  `{ message: formatProdErrorMessage(${code}) }`,
])

/** The links' prefetch works only with the router's own server. */
const PREFETCH: Patch = [['React$1.createElement(PrefetchPageLinks, { page: href })', 'null']]

function patched(id: string, code: string, patch: Patch): string {
  return patch.reduce((before, [text, instead]) => {
    if (before.split(text).length !== 2)
      throw new Error(`${id} has changed: it does not contain “${String(text)}” once.`)
    return before.replace(text, instead)
  }, code)
}

/** Marks the calls that create the router's components as pure, so that unused ones are removed. */
const withPureComponents = (code: string) =>
  code
    .replaceAll(/^\w+\.displayName = .*$/gm, '')
    .replaceAll('React$1.forwardRef(', '/* @__PURE__ */ React$1.forwardRef(')

export const lighterLibraries: Plugin[] = [
  {
    name: 'lighter-react',
    apply: 'build',
    transform: {
      filter: { id: /react-dom-client\.production\.js/ },
      handler: (code, id) => patched(id, code, ERRORS_WITHOUT_STACK),
    },
  },
  {
    name: 'lighter-router',
    transform: {
      filter: { id: /react-router\/dist\// },
      handler: (code, id) =>
        withPureComponents(id.endsWith('/dom/lib.js') ? patched(id, code, PREFETCH) : code),
    },
  },
  {
    name: 'lighter-dexie',
    transform: {
      filter: { id: /dexie\/dist\/modern/ },
      handler: (code, id) =>
        patched(id, code, [...IDLE_LIVE_QUERY, ...WRITES_BESIDE_LIVE_QUERIES, ...UNUSED_MIDDLEWARE]),
    },
  },
]

/** Dexie's modern build, without ES5 code, for all importers; and our drawing of the icons. */
export const lighterModules: Alias[] = [
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
  {
    find: '../createLucideIcon.mjs',
    replacement: fileURLToPath(new URL('../src/ui/lucide-icon.ts', import.meta.url)),
  },
]
