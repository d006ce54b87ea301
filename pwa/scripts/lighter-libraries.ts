// Patches libraries in the build. Removes unused parts, the cost of Dexie's idle live queries, Dexie's check
// of writes during them, and the stacks of React's signals.
import { fileURLToPath } from 'node:url'

import type { Alias, Plugin } from 'vite'

/** Pairs of a text in a module and its replacement. */
type Patch = readonly (readonly [text: string | RegExp, instead: string])[]

/**
 * Each live query of Dexie collects the changes of all tables until a change affects the query. After a first
 * load or a long conversation, these are 200,000 nodes, and every change and every garbage collection
 * traverses them. An idle query needs none of them, so this patch ignores changes that do not affect the
 * query.
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
 * Dexie rejects writes inside a live query's read. Dexie's async context leaks into other code that runs at
 * the same time (dexie/Dexie.js#1760, #1831). So on a busy machine, an unrelated write failed with
 * ReadOnlyError. Unit tests run with the check.
 */
const WRITES_BESIDE_LIVE_QUERIES: Patch = [["if (PSD.subscr && mode !== 'readonly') {", 'if (false) {']]
/** Dexie's searches without case. Nothing calls them, because our search compares folded words. */
const UNUSED_SEARCHES: Patch = [[/startsWithIgnoreCase\(str\) \{.*?(?=anyOf\(\) \{)/s, '']]
/** Not needed, because no table has hooks, and `Replica` switches off the cache of query results. */
const UNUSED_MIDDLEWARE: Patch = [
  ['this.use(cacheMiddleware);', ''],
  ['this.use(hooksMiddleware);', ''],
]

/**
 * React creates five errors when it is loaded, and throws them as signals. To build the stack of a new error,
 * V8 parses all functions on the call stack again. Here these are all scripts of the start, which took 130 ms
 * at 4x CPU throttle. No code reads these stacks.
 */
const ERRORS_WITHOUT_STACK: Patch = [460, 461, 474, 519, 542].map((code) => [
  `Error(formatProdErrorMessage(${code}))`,
  `{ message: formatProdErrorMessage(${code}) }`,
])

/** Removes the prefetch of links, which works only with the router's own server. */
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
        patched(id, code, [
          ...IDLE_LIVE_QUERY,
          ...WRITES_BESIDE_LIVE_QUERIES,
          ...UNUSED_MIDDLEWARE,
          ...UNUSED_SEARCHES,
        ]),
    },
  },
]

/** Replaces Dexie by its modern build without ES5 code, and the icon component by our smaller one. */
export const lighterModules: Alias[] = [
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
  {
    find: '../createLucideIcon.mjs',
    replacement: fileURLToPath(new URL('../src/ui/lucide-icon.ts', import.meta.url)),
  },
]
